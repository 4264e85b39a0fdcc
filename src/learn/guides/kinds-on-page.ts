import { stableClasses } from '../../dom/pattern.ts';
import { elementsAt } from '../../dom/xpath.ts';
import { turnsPages } from '../../identity/index.ts';
import type { Candidate, Capture } from '../../model/capture.ts';
import type { Met } from './kinds.ts';

/** What a pattern would say of each candidate of a page: type of page, event, place without indices, function. */
export function kindsOn(type: string, { document, candidates, sent }: Capture): readonly Met[] {
  // Hints of a page that was read hold the classes: without hints there are none to be looked for.
  const classed = sent ? candidates.filter(({ hints }) => hints !== '') : candidates;
  const elements = elementsAt(
    document,
    classed.map(({ xpath }) => xpath),
  );
  return candidates.map((candidate) => {
    const { xpath, event } = candidate;
    const classes = stableClasses(elements.get(xpath)?.attrs?.class ?? '');
    const place = `${xpath.replace(/\[\d+\]/g, '')}${classes.map((name) => `.${name}`).join('')}`;
    const does = functionOf(candidate, classes);
    return { kind: `${type} ${event} ${place} ${does}`, on: type, does, turns: isPager(candidate) };
  });
}

/** Whether an element looks like the way to another page of a list. */
function isPager(candidate: Candidate): boolean {
  return /^\s*[\d０-９]+\s*$/.test(candidate.text) || turnsPages(candidate);
}

/**
 * The function behind a candidate, without its values; for a link its address without what tells it apart. One
 * handler may serve everything on a page: what is written on an element belongs to it then.
 */
function functionOf({ handler, call, href, event }: Candidate, classes: readonly string[]): string {
  if (handler) return `${event} ${handler.place} ${classes.join('.')}`;
  if (call !== undefined) return call.slice(0, call.indexOf('(') + 1 || undefined);
  return href === undefined ? '' : addressShape(href);
}

/** An address without what tells it from others of its kind: its last segment, numbers, slugs and values. */
function addressShape(href: string): string {
  const [, plain, path] = /^(https?:\/\/[^/?#@]+)(\/[^?#]*)(?:#|$)/.exec(href) ?? [];
  if (plain !== undefined && path !== undefined) return shapeOf(plain, path, '');
  const url = URL.parse(href);
  return url ? shapeOf(url.origin, url.pathname, [...url.searchParams.keys()].join('&')) : href;
}

function shapeOf(origin: string, path: string, names: string): string {
  const segments = path.split('/').slice(1, -1);
  const lasting = segments.map((segment) => (/\d|-|.{25}/.test(segment) ? '*' : segment));
  return `${origin}/${[...lasting, '*'].join('/')}?${names}`;
}
