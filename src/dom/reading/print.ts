import { canonicalRef, contentAttributes, printOfRef } from '../exact.ts';
import { volatileFolded } from '../mask.ts';
import type { AttributeList } from './attributes.ts';
import type { Frame } from './frame.ts';

/**
 * The print of what a page shows, made while it is read: the same as `exactDocumentPrint` of its tree. It
 * covers tags, their order and nesting, texts with white space folded, and the attributes that carry
 * content; not the head, scripts, styles, comments, templates, classes and ids.
 */
export function beginPrint(frame: Frame, attributes: AttributeList): void {
  frame.line = '';
  frame.canonical = frame.facts.tag + canonicalAttributes(attributes);
}

/** Ends the canonical text of an element and adds what stands for it to the one around it. */
export function endPrint(frame: Frame, parent: Frame | null): string {
  endLine(frame);
  const sign = canonicalRef(frame.canonical);
  if (parent === null) return printOfRef(sign);
  endLine(parent);
  parent.canonical += `\0${sign}`;
  return '';
}

function endLine(frame: Frame): void {
  if (frame.line === '') return;
  const line = volatileFolded(frame.line);
  if (line !== '') frame.canonical += `\0"${line}`;
  frame.line = '';
}

function canonicalAttributes({ names, values, count }: AttributeList): string {
  let found = 0;
  for (let at = 0; at < count; at++) {
    const name = names[at] as string;
    if (!contentAttributes.has(name)) continue;
    // Which was written first says nothing: they are sorted as they are found, and there are few.
    let place = found++;
    for (; place > 0 && (sorted[place - 1] as string) > name; place--) {
      sorted[place] = sorted[place - 1] as string;
      places[place] = places[place - 1] as number;
    }
    sorted[place] = name;
    places[place] = at;
  }
  let text = '';
  for (let at = 0; at < found; at++)
    text += `\0${sorted[at]}=${(values[places[at] as number] as string).trim()}`;
  return text;
}

/** Names of the attributes in hand in their order, and where each is in its list. */
const sorted: string[] = [];
const places: number[] = [];
