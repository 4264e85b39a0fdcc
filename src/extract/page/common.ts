import { createHash } from 'node:crypto';
import { groupsWith } from '../../model/counts.ts';
import type { Noise, PageNode, PreparedPage } from '../types.ts';
import { collapse } from './flatten.ts';
import { markBelow } from './noise.ts';

/** Share of a template's pages that must show a block. */
const mostPages = 0.5;

/**
 * Marks what pages of different templates have in common, word for word: navigation, headers and footers belong to
 * the site and to none of its templates. Pages are given by template, and come back in the same order.
 */
export function markCommon(templates: readonly (readonly PreparedPage[])[]): PreparedPage[][] {
  const prints = templates.map((pages) => pages.map(printsOf));
  const templatesWith = new Map<string, number>();
  for (const pages of prints) {
    for (const [print, count] of groupsWith(pages)) {
      if (print !== '' && count >= pages.length * mostPages) {
        templatesWith.set(print, (templatesWith.get(print) ?? 0) + 1);
      }
    }
  }
  return templates.map((pages, at) =>
    pages.map((page, nth) => {
      const noise = new Map<number, Noise>(page.noise);
      const own = prints[at]?.[nth] ?? [];
      for (const [index, print] of own.entries()) {
        if (index > 0 && print !== '' && (templatesWith.get(print) ?? 0) > 1)
          markBelow(noise, page.nodes, index, 'common');
      }
      return { ...page, noise };
    }),
  );
}

/** Characters from which on a text is known by its print. */
const longText = 400;

/** What each element says, with its tags; empty for what says nothing. Texts count with their element. */
function printsOf(page: PreparedPage): string[] {
  const prints: string[] = new Array(page.nodes.length).fill('');
  const inside: string[] = new Array(page.nodes.length).fill('');
  for (let at = page.nodes.length - 1; at >= 0; at--) {
    const { tag, text, kids } = page.nodes[at] as PageNode;
    if (page.noise.get(at) === 'script') continue;
    if (text !== '') {
      inside[at] = collapse(text);
      continue;
    }
    const below = kids.map((kid) => inside[kid] as string).join('\n');
    // Of the whole and not of its ends: a page between the same head and foot differs in its middle alone.
    inside[at] = below.length > longText ? `${below.length} ${digest(below)}` : below;
    if (/\S/.test(below)) prints[at] = `${tag} ${kids.length} ${inside[at]}`;
  }
  return prints;
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
