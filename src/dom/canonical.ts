import { remembering } from '../model/bounded-map.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { canonicalRef, canonicalShort, canonicalSkipped, contentAttributes, printOfRef } from './exact.ts';
import {
  type VolatileMask,
  volatileContent,
  volatileFolded,
  volatileKids,
  volatileLineShape,
  volatileShape,
  volatileText,
} from './mask.ts';

/**
 * Fingerprints of what a document shows: what two captures must share to be one page (docs/architecture.md, step 7).
 *
 * The print of an element is that of its own canonical part and of the prints of what is in it (Merkle's
 * tree), so equal parts of two documents have equal prints, and a tree that shares parts with an earlier
 * one is printed at the cost of what is new. The canonical part holds tag, texts in their places, and the
 * attributes that carry content; not scripts, styles, classes or ids, which change without the page
 * changing. What is not shown is marked, so that a panel that became visible makes another page even
 * though its text was there before. White space is folded, since scripts and servers disagree about it.
 *
 * Where a mask is given, volatile spots count by their form. The exact half alone, which is all that most ask
 * for, is in `exact.ts`.
 */
export function documentPrints(document: DocumentTree, mask: VolatileMask | null = null): DocumentPrints {
  return canonicalPrints(document.root, volatileKids(mask)(document.root.tag));
}

/** Fingerprints of a document: of what it shows, and of its form alone. */
export interface DocumentPrints {
  readonly exact: string;
  /** Without numbers, dates and tokens, and without the state of forms and toggles. */
  readonly form: string;
}

/** What stands for an element in the text of the one around it: its own text, or `<` and its print. */
interface CanonicalRefs {
  readonly exact: string;
  readonly form: string;
}

/** Those of elements in which nothing is volatile; nodes are never changed, so they hold for good. */
const canonicalKept = new WeakMap<ElementNode, CanonicalRefs>();

function canonicalRefs(node: ElementNode, mask: VolatileMask | null): CanonicalRefs {
  if (mask) return canonicalMade(node, mask);
  const { kids } = node;
  if (kids?.length === 1 && typeof kids[0] === 'string' && canonicalBare(node))
    return canonicalLeaf(node.tag, kids[0]);
  const kept = canonicalKept.get(node);
  if (kept) return kept;
  const refs = canonicalMade(node, null);
  // Short ones are made again faster than they are found again.
  if (refs.exact.charCodeAt(0) === 60) canonicalKept.set(node, refs);
  return refs;
}

/** Whether an element is nothing but a tag and what is in it. */
function canonicalBare({ attrs, hidden, value, checked, selected, shadow, frame }: ElementNode): boolean {
  return (
    !(attrs || hidden || shadow || frame || checked !== undefined || selected !== undefined) &&
    value === undefined
  );
}

/** The most frequent kind of element, the short way: a tag with a text in it. */
function canonicalLeaf(tag: string, text: string): CanonicalRefs {
  const line = volatileFolded(text);
  if (line === '') return { exact: canonicalRef(tag), form: canonicalRef(tag) };
  const exact = canonicalRef(`${tag}\0"${line}`);
  const shape = volatileLineShape(line);
  return { exact, form: shape === line ? exact : canonicalFormRef(`${tag}\0"${shape}`) };
}

/** What stands for forms met lately: the items of a list are many, their forms are few. */
const canonicalForms = remembering(500, canonicalRef);

function canonicalFormRef(text: string): string {
  return text.length <= canonicalShort ? canonicalRef(text) : canonicalForms(text);
}

/** Prints of one element; `mask` is the part of the mask that belongs to it. */
export function canonicalPrints(node: ElementNode, mask: VolatileMask | null): DocumentPrints {
  const { exact, form } = canonicalRefs(node, mask);
  const print = printOfRef(exact);
  return { exact: print, form: form === exact ? print : printOfRef(form) };
}

/** Those that say in which state a control is. */
const canonicalToggles: ReadonlySet<string> = new Set(['value', 'checked', 'selected', 'disabled', 'open']);

/** Both texts that are made of an element; the second stays empty for as long as it would be the same. */
interface CanonicalDraft {
  exact: string;
  form: string;
  /** Whether the form differs from the exact text so far. */
  apart: boolean;
  /** Form of the latest kid: another of the same adds nothing, so that a list has one form at any length. */
  latest?: string;
}

function canonicalAdd(draft: CanonicalDraft, exact: string, form: string): void {
  if (!draft.apart && form !== exact) {
    draft.apart = true;
    draft.form = draft.exact;
  }
  draft.exact += exact;
  if (draft.apart) draft.form += form;
}

// No text of a document holds the separator: what is in one part cannot look like two.
function canonicalMade(node: ElementNode, mask: VolatileMask | null): CanonicalRefs {
  const draft: CanonicalDraft = { exact: node.tag, form: '', apart: false };
  if (mask && volatileContent(node, mask)) canonicalAdd(draft, '\0…', '\0…');
  else {
    if (node.attrs) canonicalAttrs(node.attrs, draft, mask);
    canonicalState(node, draft, mask);
    if (node.kids) canonicalKids(node.kids, draft, mask);
    if (node.shadow) {
      canonicalAdd(draft, '\0#shadow', '\0#shadow');
      canonicalKids(node.shadow.kids, draft, mask?.next.get('#shadow') ?? null);
    }
    if (node.frame) canonicalFrame(node.frame, draft, mask?.next.get('#document') ?? null);
  }
  if (node.hidden) canonicalAdd(draft, '\0#hidden', '\0#hidden');
  const exact = canonicalRef(draft.exact);
  return { exact, form: draft.apart ? canonicalFormRef(draft.form) : exact };
}

function canonicalAttrs(
  attrs: Readonly<Record<string, string>>,
  draft: CanonicalDraft,
  mask: VolatileMask | null,
): void {
  let names: string[] | null = null;
  for (const name in attrs) {
    if (!contentAttributes.has(name)) continue;
    if (names) names.push(name);
    else names = [name];
  }
  if (!names) return;
  // Which was written first says nothing.
  if (names.length > 1) names.sort();
  for (const name of names) {
    const written = (attrs[name] as string).trim();
    const value = mask ? volatileText(written, name, mask) : written;
    const part = `\0${name}=${value}`;
    canonicalAdd(draft, part, canonicalToggles.has(name) ? '' : `\0${name}=${volatileShape(value)}`);
  }
}

function canonicalState(node: ElementNode, draft: CanonicalDraft, mask: VolatileMask | null): void {
  if (node.value !== undefined) {
    const value = mask ? volatileText(node.value, '#value', mask) : node.value;
    canonicalAdd(draft, `\0#value=${value}`, '');
  }
  if (node.checked !== undefined) canonicalAdd(draft, `\0#checked=${node.checked}`, '');
  if (node.selected !== undefined) canonicalAdd(draft, `\0#selected=${node.selected}`, '');
}

function canonicalKid(kid: ElementNode, mask: VolatileMask | null, draft: CanonicalDraft): void {
  const { exact, form } = canonicalRefs(kid, mask);
  const part = `\0${exact}`;
  canonicalAdd(draft, part, form === draft.latest ? '' : form === exact ? part : `\0${form}`);
  draft.latest = form;
}

function canonicalKids(kids: readonly TreeNode[], draft: CanonicalDraft, mask: VolatileMask | null): void {
  if (mask?.order) {
    canonicalUnordered(kids, draft, mask);
    return;
  }
  const step = mask && volatileKids(mask);
  let text = '';
  for (const kid of kids) {
    // A script may cut one text into several, or put something between that shows nothing.
    if (typeof kid === 'string') text = text === '' ? kid : text + kid;
    else {
      const below = step ? step(kid.tag) : null;
      if (canonicalSkipped.has(kid.tag)) continue;
      if (text !== '') canonicalLine(text, draft, mask);
      text = '';
      canonicalKid(kid, below, draft);
    }
  }
  if (text !== '') canonicalLine(text, draft, mask);
}

function canonicalLine(text: string, draft: CanonicalDraft, mask: VolatileMask | null): void {
  const line = volatileFolded(mask ? volatileText(text, '', mask) : text);
  if (line === '') return;
  const part = `\0"${line}`;
  const shape = volatileLineShape(line);
  canonicalAdd(draft, part, shape === line ? part : `\0"${shape}`);
}

function canonicalUnordered(kids: readonly TreeNode[], draft: CanonicalDraft, mask: VolatileMask): void {
  const parts: { exact: string; form: string }[] = [];
  const step = volatileKids(mask);
  for (const kid of kids) {
    const part: CanonicalDraft = { exact: '', form: '', apart: false };
    if (typeof kid === 'string') canonicalLine(kid, part, mask);
    else {
      const below = step(kid.tag);
      if (!canonicalSkipped.has(kid.tag)) canonicalKid(kid, below, part);
    }
    parts.push({ exact: part.exact, form: part.apart ? part.form : part.exact });
  }
  const exact = parts.map((part) => part.exact).sort();
  const form = parts.map((part) => part.form).sort();
  canonicalAdd(draft, exact.join(''), form.join(''));
}

function canonicalFrame(frame: DocumentTree, draft: CanonicalDraft, mask: VolatileMask | null): void {
  const { exact, form } = canonicalRefs(frame.root, volatileKids(mask)(frame.root.tag));
  canonicalAdd(draft, `\0#document\0${exact}`, `\0#document\0${form}`);
}
