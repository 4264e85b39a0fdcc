import { natives } from './natives.ts';

const showSource = Function.prototype.toString;
const sourceTexts = new WeakMap<object, string>();

/** Source text of a function. */
export function sourceText(run: object): string {
  let text = sourceTexts.get(run);
  if (text === undefined) {
    text = typeof run === 'function' ? natives.apply(showSource, run, []) : '';
    sourceTexts.set(run, text);
  }
  return text;
}
