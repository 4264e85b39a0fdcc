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
  let first = '';
  let all: string[] | null = null;
  for (let at = 0; at < count; at++) {
    const name = names[at] as string;
    if (!contentAttributes.has(name)) continue;
    const part = `\0${name}=${(values[at] as string).trim()}`;
    if (first === '') first = part;
    else if (all === null) all = [first, part];
    else all.push(part);
  }
  // Names are compared with their sign, which comes before every letter: which was written first says nothing.
  return all === null ? first : all.sort(byName).join('');
}

function byName(one: string, other: string): number {
  return one.slice(0, one.indexOf('=')) < other.slice(0, other.indexOf('=')) ? -1 : 1;
}
