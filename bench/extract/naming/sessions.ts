import {
  choosePages,
  clusterByTemplate,
  ExtractSession,
  FilterList,
  fieldNamer,
  type Learner,
  makeRules,
  type NamingAbout,
  type PreparedPage,
  preparePage,
  type TemplateRules,
} from '../../../src/extract/index.ts';
import { comparePages, pagesToLearn } from '../../../src/extract/session/learn.ts';
import type { ExtractedRecord } from '../../../src/records/index.ts';
import type { SwdeSite } from '../swde.ts';

const filters = await FilterList.of();

/** Pages of a site as the command line prepares them. */
export function preparedAsUsual({ pages }: SwdeSite): readonly PreparedPage[] {
  return pages.map(({ id, url, html }) =>
    preparePage({ name: id, url, html }, (page) => filters.advertisements(page)),
  );
}

/** What came of a run. */
export interface Outcome {
  readonly records: readonly ExtractedRecord[];
  readonly rules: readonly TemplateRules[];
}

/** Turns pages into records as `argiope extract --pages` does; comparing pages, which is dear, is done once for all runs. */
export class Sessions {
  readonly #pages: readonly PreparedPage[];
  readonly #compared = new Map<string, ReturnType<typeof comparePages>>();
  readonly #groups = new Map<string, readonly (readonly PreparedPage[])[]>();

  constructor(pages: readonly PreparedPage[]) {
    this.#pages = pages;
  }

  async run(naming: NamingAbout, minConfidence: number): Promise<readonly ExtractedRecord[]> {
    return (await this.learn(naming, minConfidence)).records;
  }

  /** The records with the rules that found them. */
  async learn(naming: NamingAbout, minConfidence: number): Promise<Outcome> {
    const session = new ExtractSession({
      domain: 'site',
      rules: [],
      known: new Map(),
      learner: this.#learner({ ...naming, least: minConfidence }),
      allFields: false,
      minConfidence,
      firstPages: 120,
      now: () => new Date(0),
      ...(naming.wanted !== undefined && { isSchemed: true }),
    });
    const found = [];
    for (const page of this.#pages) found.push(...(await session.add(page)));
    found.push(...(await session.finish()));
    const records = found.map(({ record }) => record);
    return { records, rules: session.templates.map(({ rules }) => rules) };
  }

  #learner(naming: NamingAbout): Learner {
    const namer = fieldNamer(naming);
    return {
      cluster: async (pages) => kept(this.#groups, pages, () => grouped(pages)),
      learn: async (pages, about) => {
        const chosen = pagesToLearn(pages, namer);
        const compared = kept(this.#compared, chosen, () => comparePages(chosen));
        const names = await namer(compared.wrapper, compared.sample);
        return { rules: makeRules({ ...about, ...compared, names }), expression: '' };
      },
      close: async () => {},
    };
  }
}

/** Ten pages of a site that are different from one another. */
export function tenPages(pages: readonly PreparedPage[]): ReadonlySet<string> {
  return new Set(choosePages(pages, 10).map(({ name }) => name));
}

function grouped(pages: readonly PreparedPage[]): readonly (readonly PreparedPage[])[] {
  const byName = new Map(pages.map((page) => [page.name, page]));
  return clusterByTemplate(pages).map(({ pages: names }) => names.flatMap((name) => byName.get(name) ?? []));
}

function kept<T>(known: Map<string, T>, pages: readonly PreparedPage[], make: () => T): T {
  const key = pages.map(({ name }) => name).join(' ');
  const own = known.get(key) ?? make();
  known.set(key, own);
  return own;
}
