import { mostAddresses } from '../dom/reading/links.ts';
import { ArgiopeError } from '../model/errors.ts';

/** Elements of one page: each takes some 400 bytes while the page is read. The longest standards have 300,000. */
export const mostElements = 500_000;

/** The error for a page of too many elements. */
export function tooManyElements(url?: string): ArgiopeError {
  return tooMuch(`more than ${mostElements} elements`, url);
}

/** The error for a page whose links stand for more than can be held. */
export function tooLongAddresses(url: string): ArgiopeError {
  return tooMuch(`links whose addresses are longer than ${mostAddresses} characters together`, url);
}

function tooMuch(what: string, url?: string): ArgiopeError {
  return new ArgiopeError('TOO_LARGE', `${url ?? 'The page'} has ${what}.`, { url });
}
