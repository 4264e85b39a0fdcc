import { standsFor } from './listeners.ts';
import { attributeText } from './unhidden.ts';
import type { Heard } from './unwrap.ts';

/** Addresses that are scripts. */
export const scriptAddress = /^\s*javascript:/i;

/** Calls that stand for "nothing": another handler does the work. */
export const emptyCall =
  /^(?:void\s*\(?\s*0?\s*\)?|undefined|null|return\s+(?:false|true)?|[\s;]*|\/\/.*)[\s;]*$/;

const nothingWritten: readonly Heard[] = [];

/** What attributes of HTML say that an element reacts to, whatever the event. */
export function inlineHeard(element: Element, names: readonly string[]): readonly Heard[] {
  let heard = nothingWritten;
  for (const name of names) {
    if (name.charCodeAt(0) !== 111 || name.charCodeAt(1) !== 110) continue;
    const type = name.slice(2).toLowerCase();
    if (!standsFor.has(type)) continue;
    // A label that many authors put before handlers: it means nothing.
    const call = (attributeText(element, name) ?? '').replace(scriptAddress, '').trim();
    if (emptyCall.test(call)) continue;
    // As the browser makes a function of it, so that it is read like any other.
    const text = `function (event) { ${call} }`;
    heard = [...heard, { type, kind: 'property', run: null, text, values: '', call }];
  }
  return heard;
}
