import type { EntryStep } from './entry-path.ts';

type Fired = Extract<EntryStep, { fire: string }>;

/** Characters of one step that a label shows: enough to tell links of a menu apart, little enough for a line. */
const stepLength = 32;
/** Steps that are shown: of more, the first and the last ones. */
const stepsShown = 4;

/**
 * How a page is called: by its title and, where events lead to it, by what was fired: `New thing › Reviews`.
 * A page without a title is called by its address, and a route by its title alone where that says the same.
 */
export function pageLabel(title: string, entry: readonly EntryStep[]): string {
  const [first] = entry;
  const name = oneLine(title) || (first && 'open' in first ? brief(first.open) : '');
  const steps = stepLabels(entry);
  const told = steps[0]?.toLowerCase() === name.toLowerCase() && routeOf(entry) >= 0 ? steps.slice(1) : steps;
  return [name, ...told].filter((part) => part !== '').join(' › ');
}

/** Where the last step stands that shows another address: what was fired before it does not matter any more. */
function routeOf(entry: readonly EntryStep[]): number {
  return entry.findLastIndex((step) => 'fire' in step && step.route === true);
}

/**
 * What was fired on the way to a page, in few words, from the last address on that it shows. The same step several
 * times in a row counts as one, and of the numbers of a pager the last one tells where it led.
 */
export function stepLabels(entry: readonly EntryStep[]): readonly string[] {
  const steps: { readonly text: string; readonly form: string; times: number }[] = [];
  for (const step of entry.slice(Math.max(0, routeOf(entry)))) {
    if ('open' in step) continue;
    const text = stepText(step);
    const form = `${step.fire} ${step.instruction.replace(/\d+/g, '#')}`;
    const last = steps.at(-1);
    if (last?.text === text) last.times++;
    else if (last && last.form === form && isNumber(last.text) && isNumber(text))
      steps.splice(-1, 1, { text, form, times: 1 });
    else steps.push({ text, form, times: 1 });
  }
  const texts = steps.map(({ text, times }) => (times === 1 ? text : `${text} ×${times}`));
  if (texts.length <= stepsShown) return texts;
  return [...texts.slice(0, 1), '…', ...texts.slice(2 - stepsShown)];
}

/** What an element says, else what is typed or chosen, else its id, else the event alone. */
function stepText({ fire, id, value, label, nth }: Fired): string {
  const said = shorten(oneLine(label), stepLength);
  const entered = value === undefined ? '' : shorten(oneLine(value), stepLength);
  const text = said && entered && said !== entered ? `${said}: ${entered}` : said || entered || id || fire;
  return nth === undefined ? text : `${text} (${nth})`;
}

function isNumber(text: string): boolean {
  return /^\p{N}+$/u.test(text);
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

/** An address as people write it: without its protocol. */
function brief(address: string): string {
  return address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
}

/** A text of so many characters at the most, cut between words where that leaves enough of it. */
export function shorten(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const cut = characters.slice(0, length - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${(word > length / 2 ? cut.slice(0, word) : cut).trimEnd()}…`;
}
