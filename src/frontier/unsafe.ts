import { namesDocument, unsafeAddress } from './unsafe-address.ts';
import { unsafeCall } from './unsafe-call.ts';
import { unsafeKey } from './unsafe-keys.ts';
import { unsafeName } from './unsafe-names.ts';
import { unsafeText } from './unsafe-text.ts';

/** What is known of an element before it is fired. */
export interface UnsafeSigns {
  readonly text?: string | undefined;
  readonly hints?: string | undefined;
  readonly call?: string | undefined;
  readonly href?: string | undefined;
  /** The text is what a terminal's screen says of a key. */
  readonly isKey?: boolean | undefined;
  /** The element is a link that no script answers: it asks for its address and does nothing else. */
  readonly isPlain?: boolean | undefined;
}

/**
 * The action that an element would take on the site (`logout`, `delete`, `unsubscribe`, `cancel`, `pay`),
 * or `null` where nothing says that it would change anything.
 *
 * Content that is merely about such actions must be crawled, so each sign counts only in the form of an
 * order: a text that is nothing but the phrase, a segment of an address, a function's name. A manual has a
 * page on each order it explains, named by nothing but it, so a plain link to a document is none.
 */
export function unsafeWord(signs: UnsafeSigns): string | null {
  const { href, call, isKey, isPlain } = signs;
  const order = orderIn(signs);
  const mayBeDocument = order !== null && isPlain && href && !call && !isKey;
  return mayBeDocument && namesDocument(href.slice(0, longest)) ? null : order;
}

function orderIn({ text, hints, call, href, isKey }: UnsafeSigns): string | null {
  return (
    (isKey && text && unsafeKey(text)) ||
    (text && unsafeText(text)) ||
    (call && unsafeCall(call.slice(0, longest))) ||
    (href && unsafeAddress(href.slice(0, longest))) ||
    (hints && unsafeHints(hints.slice(0, longest))) ||
    null
  );
}

/** Signs come from pages, and expressions over megabytes of them would take minutes. */
const longest = 2048;

/** Icons that mean "close", and elements about an action rather than for it. */
const harmlessHint = /icon|glyph|close|dismiss|modal|dialog|history|list$|wrap|container|^no-/i;

/** Hints mix names with sentences; in a sentence a bare verb proves nothing, but `btn-delete` still does. */
function unsafeHints(hints: string): string | null {
  const sentence = /\b(?:how|why|what|when|to|of|in|is|are|with|for|the)\b/i.test(hints);
  for (const hint of hints.split(/\s+/)) {
    if (harmlessHint.test(hint) || (sentence && !/[-_]|[a-z][A-Z]/.test(hint))) continue;
    const word = unsafeName(hint);
    if (word !== null) return word;
  }
  return unsafeText(hints);
}
