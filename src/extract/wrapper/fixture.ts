import { preparePage } from '../page/index.ts';
import type { PageFindings, PreparedPage, Wrapper } from '../types.ts';
import { induce } from './induce.ts';
import { match } from './match.ts';

/** Pages for the tests of this room. */

let count = 0;

/** A page of the content of its body. */
export function page(body: string, name = `p${++count}`): PreparedPage {
  return preparePage({
    name,
    url: `http://site.example/${name}`,
    html: `<!doctype html><title>x</title>${body}`,
  });
}

/** What a wrapper of some pages finds on another. */
export function learn(bodies: readonly string[], unseen: string): { wrapper: Wrapper; found: PageFindings } {
  const wrapper = induce(bodies.map((body) => page(body)));
  return { wrapper, found: match(wrapper, page(unseen)) };
}

/** Texts by field, attributes left out. */
export function textsOf(wrapper: Wrapper, found: PageFindings): string[][] {
  const texts = new Set(wrapper.fields.filter(({ attribute }) => attribute === null).map(({ id }) => id));
  return [...found.values].filter(([id]) => texts.has(id)).map(([, spots]) => spots.map(({ text }) => text));
}
