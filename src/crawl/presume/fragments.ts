import { BoundedMap } from '../../model/bounded-map.ts';
import { tuning } from '../tuning.ts';

const { fragmentsTried } = tuning;

/** Documents of which is remembered what their fragments showed. */
const documentsKept = 10_000;

/** What the fragments of a document that were opened have shown: so many in a row one page, or something else (`null`). */
interface Run {
  readonly into: number | null;
  readonly count: number;
}

/**
 * Fragments that look like routes (`#/name`) and that no script answers: the server never sees them, so that each shows
 * the document itself. Where several in a row have shown one and the same page, the others are taken for it.
 */
export class Fragments {
  readonly #runs = new BoundedMap<string, Run>(documentsKept);

  /** An address was opened and found to be a page that is known, or another one (`null`). */
  opened(url: string, into: number | null): void {
    const document = documentOf(url);
    if (document === null) return;
    const before = this.#runs.get(document);
    if (before === undefined) this.#runs.set(document, { into, count: 1 });
    else if (before.into !== null)
      this.#runs.set(
        document,
        before.into === into ? { into, count: before.count + 1 } : { into: null, count: 0 },
      );
  }

  /** The page that an address is presumed to show. */
  sameAs(url: string): number | null {
    const document = documentOf(url);
    const run = document === null ? undefined : this.#runs.get(document);
    return run && run.count >= fragmentsTried ? run.into : null;
  }
}

function documentOf(url: string): string | null {
  const at = url.indexOf('#');
  return at < 0 ? null : url.slice(0, at);
}
