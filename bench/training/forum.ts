import { visibleText } from '../../src/dom/text.ts';
import type { DocumentTree } from '../../src/model/index.ts';
import { type Ask, cacheable, html, notFound, routes, type Site } from '../../test/sites/answer.ts';
import { chance, sentence } from '../../test/sites/prose.ts';
import type { Sample } from './engine.ts';
import { type Board, boardOf, forumKeyIn, listKey, threadKey } from './forum/content.ts';
import { type ForumTemplate, type ForumView, plainForum } from './forum/page.ts';
import { redesignedForum } from './forum/redesign.ts';
import { forumScript } from './forum/script.ts';
import { list } from './site/list.ts';
import { elsewhere, plainPage } from './site/plain.ts';
import type { Variant } from './site/variant.ts';
import type { Wiring } from './site/wiring.ts';

/** How the forum is made. */
export interface ForumOptions {
  /** List and thread pages in all. */
  readonly valid?: number;
  readonly seed?: number;
  readonly wiring?: Wiring;
  readonly variant?: Variant;
  readonly threads?: 'links' | 'script';
}

/** What there is to find on the forum. */
export interface ForumTruth {
  readonly board: Board;
  /** Number of valid pages. */
  readonly valid: number;
  /** Keys of all valid pages: `list 3`, `thread 17/2`. */
  keys(): readonly string[];
  /** Key of the valid page that a document shows, `null` for every other page. */
  keyOf(document: DocumentTree): string | null;
}

/** A forum with what there is to find on it. */
export interface ForumSite extends Site {
  readonly truth: ForumTruth;
}

/** Addresses on the forum of pages to train on: the list, and two threads of several pages. */
export function forumSamples({ board }: ForumTruth, origin: string): readonly Sample[] {
  const several = board.threads.flatMap((pages, index) => (pages >= 4 && pages <= 9 ? [index + 1] : []));
  return [
    { type: 'list', url: `${origin}/board` },
    ...several.slice(0, 2).map((thread) => ({ type: 'thread', url: `${origin}/thread/${thread}` })),
  ];
}

/**
 * A forum shaped like that of the valid-pages paper, first experiment: the list of a board and the pages of
 * a thread are turned by script, and the pages of threads are full of anchors that lead to neither.
 */
export function forum(options: ForumOptions = {}): ForumSite {
  const { valid = 2000, seed = 1, wiring = 'inline', variant = 'plain', threads = 'links' } = options;
  const board = boardOf(valid, seed);
  const template = variant === 'redesign' ? redesignedForum : plainForum;
  const view = (ask: Ask): ForumView => ({
    board,
    wiring,
    variant,
    threads,
    elsewhere: elsewhere(ask.origin),
  });
  const respond = routes({
    ...forumRoutes(template, view),
    ...otherRoutes,
    '/forum.js': () => cacheable('text/javascript; charset=utf-8', forumScript(template.hooks, wiring)),
  });
  return { name: 'forum', start: '/board', respond, truth: forumTruth(board) };
}

function forumRoutes(template: ForumTemplate, viewOf: (ask: Ask) => ForumView): Parameters<typeof routes>[0] {
  const within = (number: number, count: number) =>
    Number.isInteger(number) && number >= 1 && number <= count;
  return {
    '/board': (ask) => html(template.listPage(viewOf(ask))),
    '/thread/:n': (ask, [n]) => {
      const view = viewOf(ask);
      const known = within(Number(n), view.board.threads.length);
      return known ? html(template.threadPage(view, Number(n))) : notFound();
    },
    '/api/list/:page': (ask, [page]) => {
      const view = viewOf(ask);
      return within(Number(page), view.board.lists) ? html(template.list(view, Number(page))) : notFound();
    },
    '/api/thread/:n/:page': (ask, [n, page]) => {
      const view = viewOf(ask);
      const pages = view.board.threads[Number(n) - 1] ?? 0;
      return within(Number(page), pages) ? html(template.posts(view, Number(n), Number(page))) : notFound();
    },
  };
}

const otherRoutes: Parameters<typeof routes>[0] = {
  '/robots.txt': () => cacheable('text/plain', 'User-agent: *\nAllow: /\n'),
  '/api/report': () => html('Thank you'),
  '/compose': () => html(plainPage('Your answer', '<form><input name="text"></form>')),
  '/member/:name': (_, [name]) =>
    html(plainPage(`${name}`, `<dl><dt>Since</dt><dd>${1990 + ((name?.length ?? 0) % 30)}</dd></dl>`)),
  '/tag/:n': (_, [n]) => html(plainPage(`Tag ${n}`, `<p>${sentence(chance(Number(n)))}</p>`)),
  '/hub/:n': (_, [n]) =>
    html(plainPage(`Hall ${n}`, `<ul>${list(4, (m) => `<li>Room ${n}.${m}</li>`)}</ul>`)),
  '/help/:n': (_, [n]) => html(plainPage(`Help ${n}`, `<pre>${sentence(chance(Number(n) + 50))}</pre>`)),
  '/out/:n': (_, [n]) => html(plainPage(`Home ${n}`, '<table><tr><td>Welcome.</td></tr></table>')),
};

function forumTruth(board: Board): ForumTruth {
  const keys = [
    ...Array.from({ length: board.lists }, (_, index) => listKey(index + 1)),
    ...board.threads.flatMap((pages, index) =>
      Array.from({ length: pages }, (_, page) => threadKey(index + 1, page + 1)),
    ),
  ];
  return {
    board,
    valid: keys.length,
    keys: () => keys,
    keyOf: (document) => forumKeyIn(visibleText(document)),
  };
}
