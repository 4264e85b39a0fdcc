import { stableClasses } from '../../dom/pattern.ts';
import { locate } from '../../dom/xpath.ts';
import type { Candidate, Capture } from '../../model/capture.ts';

/** What a pattern would say of each candidate of a page: type of page, event, place without indices, function. */
export function kindsOn(type: string, { document, candidates }: Capture): readonly string[] {
  const elements = locate(
    document,
    candidates.map(({ xpath }) => xpath),
  );
  return candidates.map((candidate) => {
    const { xpath, event } = candidate;
    const classes = stableClasses(elements.get(xpath)?.attrs?.class ?? '');
    const place = `${xpath.replace(/\[\d+\]/g, '')}${classes.map((name) => `.${name}`).join('')}`;
    return `${type} ${event} ${place} ${functionOf(candidate)}`;
  });
}

/** The function behind a candidate, without its values; for a link its address without what tells it apart. */
function functionOf({ handler, call, href }: Candidate): string {
  if (handler) return handler.place;
  if (call !== undefined) return call.slice(0, call.indexOf('(') + 1 || undefined);
  return href === undefined ? '' : addressShape(href);
}

/** An address without its numbers and values: links of one kind lead to addresses of one shape. */
function addressShape(href: string): string {
  const [address = ''] = href.split('#');
  return address.replace(/\d+/g, '0').replace(/=[^&]*/g, '=');
}
