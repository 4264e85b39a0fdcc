import { BoundedMap } from '../../model/bounded-map.ts';
import { nextCheck } from './engine-type.ts';

/** What is known of addresses of a kind, as it is kept between runs. */
export interface SavedKind {
  /** Pages in a row that needed the browser. */
  readonly run: number;
  /** Pages that did not need it. */
  readonly others: number;
  /** Pages that were opened without being read first. */
  readonly straight: number;
}

/** Pages in a row after which the next one is expected to need the browser as well. */
const enough = 3;
/** How much longer that is for each page that did not need it. */
const doubt = 10;
/** Kinds that are remembered, those that were met last. */
const maxKinds = 5000;

/** Knows by the kind of an address whether the page will need the browser, before it is asked for. */
export class KindHistory {
  readonly #kinds = new BoundedMap<string, SavedKind>(maxKinds);

  constructor(saved: Readonly<Record<string, SavedKind>> = {}) {
    for (const [kind, known] of Object.entries(saved)) this.#kinds.set(kind, known);
  }

  /** Whether a page is to be opened without reading it first; one in a while is read all the same. */
  goesStraight(kind: string): boolean {
    const known = this.#kinds.get(kind);
    if (!known || known.run < Math.max(enough, doubt * known.others)) return false;
    const straight = known.straight + 1;
    this.#kinds.set(kind, { ...known, straight });
    return nextCheck(straight - 1) !== straight;
  }

  note(kind: string, needsBrowser: boolean): void {
    const { run, others, straight } = this.#kinds.get(kind) ?? { run: 0, others: 0, straight: 0 };
    this.#kinds.set(kind, {
      run: needsBrowser ? run + 1 : 0,
      others: needsBrowser ? others : others + 1,
      straight,
    });
  }

  save(): Record<string, SavedKind> {
    return Object.fromEntries(this.#kinds);
  }
}

/** Letters that a title, a hash or an id is made of, as a segment of a path. */
const made = /^(?=.*\d)[0-9a-f-]{8,}$|^(?=.*\d)(?=.*[A-Za-z])[\w-]{12,}$/i;
/** A title with hyphens between its words. */
const slug = /^[\p{L}\d%_~.]+(?:[-_+][\p{L}\d%_~.]+){2,}$/u;
/** Segments beyond these say where a page is, not what it is. */
const maxSegments = 8;

/**
 * What the addresses of like pages have in common: numbers, ids and titles in the path are left open, and of
 * the query only the names count.
 */
export function addressKind(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const segments = pathname.split('/').slice(1).map(segmentKind);
  const path = segments.length > maxSegments ? [...segments.slice(0, maxSegments), '…'] : segments;
  const names = [...new Set(searchParams.keys())].map((name) => name.replace(/\d+/g, '#')).sort();
  return `${origin}/${path.join('/')}${names.length === 0 ? '' : `?${names.join('&')}`}`;
}

function segmentKind(segment: string): string {
  const [, name = '', ending = ''] = /^(.*?)(\.[a-z][a-z0-9]{0,5})?$/is.exec(segment) ?? [];
  if (/^\d+$/.test(name)) return `#${ending}`;
  if (made.test(name) || slug.test(name) || /%[89a-f]/i.test(name)) return `*${ending}`;
  return name.replace(/\d+/g, '#') + ending;
}
