import { BoundedMap } from '../../model/bounded-map.ts';
import type { CrawlListener } from '../../model/index.ts';

/** Places that are remembered, so that what is captured again is counted once. */
const placesKept = 20_000;
/** Labels that are named one by one, and characters of one. */
const [named, longest] = [5, 40];

/** One kind of actions by what it says: where it was met first, and at how many places. */
interface Left {
  readonly first: string;
  places: number;
}

/** What was not fired, nor followed, because it says that it would change the site: what is behind it was not seen. */
export class LeftAlone {
  readonly #places = new BoundedMap<string, true>(placesKept);
  readonly #byLabel = new Map<string, Left>();

  /** Something was left alone: `where` it was met, for whoever reads of it, and a `place` that tells it from others there. */
  note(label: string, where: string, place = ''): void {
    const key = `${where} ${place}`;
    if (this.#places.get(key)) return;
    this.#places.set(key, true);
    const said = label.trim().replace(/\s+/g, ' ');
    const name = said.length > longest ? `${said.slice(0, longest)}…` : said;
    const known = this.#byLabel.get(name);
    if (known) known.places++;
    else if (this.#byLabel.size < placesKept) this.#byLabel.set(name, { first: where, places: 1 });
  }

  /** Says at the end what that was, and how to have it done. */
  report(listen: CrawlListener): void {
    const all = [...this.#byLabel].sort(([, one], [, other]) => other.places - one.places);
    if (all.length === 0) return;
    const places = all.reduce((sum, [, left]) => sum + left.places, 0);
    const each = all
      .slice(0, named)
      .map(([name, left]) => `${name === '' ? 'one without words' : `"${name}"`}, ${told(left)}`);
    const more = all.length > named ? `; and ${all.length - named} more` : '';
    const subject = places === 1 ? '1 action was' : `${places.toLocaleString('en-US')} actions were`;
    const text = `${subject} left alone that may change the site (--unsafe fires them): ${each.join('; ')}${more}`;
    listen({ kind: 'note', level: 'info', text });
  }
}

function told({ first, places }: Left): string {
  return places === 1 ? first : `${places.toLocaleString('en-US')} times, first ${first}`;
}
