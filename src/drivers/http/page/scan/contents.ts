import type { AttributeList } from '../../../../dom/reading/attributes.ts';

/** Where the end tag of an element begins that holds text alone; the end of the text where there is none. */
export function endOfText(text: string, tag: string, from: number): number {
  for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
    const after = at + 2 + tag.length;
    if (after >= text.length) break;
    const unit = text.charCodeAt(after);
    const ends = unit === 62 || unit === 47 || unit === 32 || unit === 10 || unit === 9 || unit === 12;
    if (ends && text.slice(at + 2, after).toLowerCase() === tag) return at;
  }
  return text.length;
}

/** Whether a script holds another in a comment, so that the first end tag is not its own. */
export function mayEndLater(script: string): boolean {
  const comment = script.indexOf('<!--');
  return comment >= 0 && /<script[\s/>]/i.test(script.slice(comment));
}

/** Whether a script is data about the page: the only one whose text a tree keeps. */
export function isLinkedData(attributes: AttributeList): boolean {
  return /^\s*application\/ld\+json\b/i.test(attributes.get('type') ?? '');
}

/** Whether a document type makes a page one of the old kind; `null` where that takes more than its name. */
export function quirksOf(doctype: string | null): boolean | null {
  if (!doctype) return true;
  return /^doctype\s+html\s*$/i.test(doctype) ? false : null;
}
