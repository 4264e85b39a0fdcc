import { defaultSettings } from '../../src/config/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { runRecrawl } from '../../src/run/recrawl.ts';
import type { GatherContext, GatherPart } from './part.ts';
import { type MonthReport, mixes, simulateMonth } from './recrawl/month.ts';
import { ChangingSite, type SiteSize, words } from './recrawl/site.ts';
import { identities } from './recrawl/truth.ts';

/** Revisits: a site that has changed a little, and a simulated month of revisits by a budget. */
export const recrawlPart: GatherPart = {
  name: 'recrawl',
  title: 'Revisits: all changes, few requests, and freshness by a budget',
  async run(context) {
    await changes(context);
    month(context);
  },
};

/** Half by address (a start page, lists, pages), half states made from JSON answers. */
const whole: SiteSize = { pages: 908, documents: 50, states: 19 };
const small: SiteSize = { pages: 90, documents: 5, states: 19 };

/** What was done to the site: names of pages as `identities` has them. */
interface Edits {
  readonly changed: ReadonlySet<string>;
  readonly added: ReadonlySet<string>;
  /** Documents of which a state changed. */
  readonly documents: number;
}

/** 5 % of the pages and states are written anew, 1 % are added, half of each kind. */
function edit(site: ChangingSite, size: SiteSize): Edits {
  const each = Math.round((2 * size.documents * (size.states + 1)) / 40);
  const fresh = Math.max(1, Math.round(each / 5));
  const changed = new Set<string>();
  const added = new Set<string>();
  const documents = Math.max(1, Math.round(each / 2));
  for (let at = 0; at < each; at++) {
    const page = Math.floor((at * size.pages) / each);
    changed.add(`/page/${page}`);
    const document = Math.floor(((at % documents) * size.documents) / documents);
    const state = 3 + 5 * Math.floor(at / documents);
    changed.add(`${words(document)}#${words(state)}`);
    if (at < fresh) {
      site.addPage(page, size.pages + 1 + at);
      added.add(`/page/${size.pages + 1 + at}`);
      site.addStateBehind(document, state);
      added.add(`${words(document)}#${words(size.states + 1)}`);
    } else {
      site.editPage(page);
      site.editState(document, state);
    }
  }
  return { changed, added, documents };
}

async function changes({ report, folder, quick }: GatherContext): Promise<void> {
  const size = quick ? small : whole;
  const site = await new ChangingSite(size).open();
  try {
    const store = `sqlite:${folder}/argiope.db`;
    const settings = defaultSettings([`${site.origin}/`], { engine: 'browser', out: folder, store });
    report.progress('crawling the site');
    const before = await runCrawl(settings);
    const names = await identities(store);
    const edits = edit(site, size);
    site.seen.length = 0;
    report.progress('visiting it again');
    const summary = await runRecrawl({
      out: folder,
      store,
      budget: null,
      every: null,
      since: null,
      maxTime: null,
      crawl: {},
    });
    const now = await identities(store);
    const nameOf = ({ number }: { readonly number: number }) => now.get(number) ?? names.get(number) ?? '?';
    const changed = summary.lists.changed.map(nameOf);
    const added = summary.lists.new.map(nameOf);
    const floor = floorOf(size, edits);
    const [requests, events] = [site.seen.length, summary.events];
    report.table(
      ['', 'before', 'changed', 'new', 'gone', 'requests', '304', 'events', 'documents opened'],
      [
        ['what was done', before.pages, edits.changed.size, edits.added.size, 0, null, null, null, null],
        ['what is needed', null, null, null, null, floor.requests, null, floor.events, null],
        [
          'recrawl',
          summary.pages - summary.new + summary.gone,
          ...[summary.changed, summary.new, summary.gone, requests],
          ...[summary.notModified, events, summary.opened],
        ],
      ],
    );
    const same = (found: readonly string[], truth: ReadonlySet<string>) =>
      found.length === truth.size && found.every((name) => truth.has(name));
    report.verdict(
      same(changed, edits.changed),
      'all changes found, none reported falsely',
      told(changed, edits.changed),
    );
    report.verdict(same(added, edits.added), 'all new pages found', told(added, edits.added));
    report.verdict(summary.gone === 0, 'nothing reported gone', String(summary.gone));
    const [byRequests, byEvents] = [requests / floor.requests, events / floor.events];
    report.verdict(byRequests <= 1.5, 'requests ≤ 1.5 × what is needed', byRequests.toFixed(2));
    report.verdict(
      byEvents <= 1.2,
      'browser events ≤ 1.2 × what the changes alone need',
      byEvents.toFixed(2),
    );
  } finally {
    await site.close();
  }
}

function told(found: readonly string[], truth: ReadonlySet<string>): string {
  const missed = [...truth].filter((name) => !found.includes(name));
  const wrong = found.filter((name) => !truth.has(name));
  return `${truth.size} true, ${missed.length} missed, ${wrong.length} false${[...missed, ...wrong].length > 0 ? ` (${[...missed, ...wrong].slice(0, 5).join(', ')})` : ''}`;
}

/**
 * What any honest revisit of everything needs: one question for each distinct answer that pages are made from,
 * and what the changes alone need besides: each changed or new page's document, or its state's answer, and for
 * states their document and its script once; one event for each changed or new state.
 */
function floorOf({ pages, documents, states }: SiteSize, edits: Edits): { requests: number; events: number } {
  const questions = 1 + Math.ceil(pages / 10) + pages + documents + documents * states + 1;
  const touched = [...edits.changed, ...edits.added];
  const events = touched.filter((name) => name.includes('#')).length;
  return { requests: questions + touched.length + edits.documents + 1, events };
}

function month({ report, quick }: GatherContext): void {
  report.progress('simulating a month of revisits');
  const pages = quick ? 500 : 800;
  const rows: [keyof typeof mixes, number, MonthReport][] = [];
  for (const mix of Object.keys(mixes) as (keyof typeof mixes)[])
    for (const perPage of [0.25, 0.5])
      rows.push([mix, perPage, simulateMonth({ mix, pages, perPage, seed: 7 })]);
  report.table(
    ['site', 'visits per page and day', 'in turn', 'scheduled', 'optimum', '÷ in turn', '÷ optimum'],
    rows.map(([mix, perPage, { uniform, scheduled, optimum }]) => [
      ...[mix, perPage, uniform, scheduled, optimum, scheduled / uniform, scheduled / optimum],
    ]),
  );
  const [, , busy] = rows[0] as (typeof rows)[number];
  const overTurn = busy.scheduled / busy.uniform;
  report.verdict(
    overTurn >= 1.3,
    'freshness of a busy site in a month ≥ 1.3 × visiting in turn',
    overTurn.toFixed(2),
  );
  const worst = Math.min(...rows.map(([, , { scheduled, optimum }]) => scheduled / optimum));
  report.verdict(
    worst >= 0.97,
    'freshness ≥ 0.97 × the optimum by known rates, at every site and budget',
    worst.toFixed(3),
  );
}
