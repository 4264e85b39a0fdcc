import { textOfNode } from '../page/index.ts';
import { type Applied, applyRules } from '../rules/apply.ts';
import type { KnownRecord } from '../rules/known.ts';
import { type Notice, Watch } from '../rules/watch.ts';
import type { FieldRule, Oddities, PreparedPage, TemplateRules } from '../types.ts';
import { isNeutral } from './records.ts';

/** Something that was done about a template, for the report. */
export interface TemplateStep {
  readonly template: string;
  readonly kind: 'induced' | 'changed' | 'repaired' | 'reinduced' | 'lost';
  readonly field: string | null;
  readonly text: string;
}

/** A page that stands for its template in the report. */
export interface ShownPage {
  readonly page: PreparedPage;
  readonly applied: Applied;
}

const shownPages = 3;
/** Pages beyond those that rules were learned from that tell how odd pages of their template are. */
const enoughPages = 8;
/** Addresses from which on a heading that all of them have is one of the site. */
const fewPlaces = 3;
/** Alarms that are kept for the report. */
const mostAlarms = 50;

/** A template at work: its rules, what was seen under them, and pages that show it. */
export class LiveTemplate {
  rules: TemplateRules;
  /** The wrapper as people read it, where it was induced in this session. */
  expression: string | null;
  /** Whether the rules differ from those that the session began with. */
  isNew: boolean;
  pages = 0;
  records = 0;
  readonly shown: ShownPage[] = [];
  readonly alarms: Applied['alarms'][number][] = [];
  #watch: Watch;
  /** Headings that all pages have, and addresses that show them, as far as it matters. */
  #headings: ReadonlySet<string> = new Set();
  readonly #places = new Set<string>();
  /** What was odd on the first pages after rules were made in this session: that is how the template is. */
  #first: readonly Oddities[] | null = null;

  constructor(rules: TemplateRules, expression: string | null, isNew: boolean) {
    this.rules = rules;
    this.expression = expression;
    this.isNew = isNew;
    this.#watch = new Watch(rules);
  }

  get name(): string {
    return this.rules.template;
  }

  apply(page: PreparedPage): Applied {
    return applyRules(this.rules, page);
  }

  /** Takes note of a page that belongs to it; one that its rules were made from says nothing about how well they hold. */
  see(page: PreparedPage, applied: Applied, known: KnownRecord | undefined): void {
    if (this.#first === null && this.isNew && this.rules.pages.includes(page.name)) return;
    this.#watch.add(page, applied, known?.fields, known?.items);
  }

  /** Takes note of the title and the headings of a page: what all pages have is the title of none. */
  note(page: PreparedPage): void {
    const headings = page.nodes.filter(({ tag }) => /^h[1-3]$/.test(tag));
    const own = new Set([page.document.title, ...headings.map(({ index }) => textOfNode(page, index))]);
    this.#headings =
      this.#places.size === 0 ? own : new Set([...own].filter((text) => this.#headings.has(text)));
    if (this.#places.size < fewPlaces) this.#places.add(page.url ?? page.name);
  }

  /** Whether a text is the title or a heading of all pages. */
  isFrame(text: string): boolean {
    return this.#places.size >= fewPlaces && this.#headings.has(text);
  }

  /** Keeps what the report shows of a page. */
  keep(page: PreparedPage, applied: Applied): void {
    this.pages++;
    this.note(page);
    if (this.shown.length < shownPages) this.shown.push({ page, applied });
    const told = applied.alarms.filter(({ field }) => !isNeutral(field));
    this.alarms.push(...told.slice(0, mostAlarms - this.alarms.length));
  }

  /** What has changed. Rules that were made in this session have to show first what is normal under them. */
  notices(): readonly Notice[] {
    if (!this.isNew || this.#first !== null) return this.#watch.notices();
    const seen = this.#watch.oddities();
    if ((seen[0]?.pages ?? 0) >= enoughPages) {
      this.#first = seen;
      this.#watch = new Watch(this.rules, seen);
    }
    return [];
  }

  /** Goes on with other rules; what was seen under the old ones says nothing about them. */
  replace(rules: TemplateRules, expression: string | null = this.expression): void {
    this.rules = rules;
    this.expression = expression;
    this.isNew = true;
    this.shown.length = 0;
    this.#first = null;
    this.#watch = new Watch(rules);
  }

  /** The rules with what turned out to be normal; as they are where something has changed. */
  settled(): TemplateRules {
    if (this.notices().length > 0) return this.rules;
    const seen = this.#watch.oddities();
    const fields = this.rules.fields.map((rule, at) => ({
      ...rule,
      normal: sum(sum(rule.normal ?? asLearned(rule), this.#first?.[at]), seen[at]),
    }));
    return { ...this.rules, fields };
  }
}

/** What was odd on the pages that a rule was learned from. */
function asLearned({ profile: { pages, missing } }: FieldRule): Oddities {
  return { pages, missing, strange: 0, split: 0 };
}

/** What is normal fades, so that it follows a site that changes slowly. */
const mostPages = 500;

function sum(before: Oddities | undefined, now: Oddities | undefined): Oddities {
  const [a, b] = [before, now].map((each) => each ?? { pages: 0, missing: 0, strange: 0, split: 0 }) as [
    Oddities,
    Oddities,
  ];
  const share = Math.min(1, mostPages / Math.max(1, a.pages + b.pages));
  const put = (key: keyof Oddities) => Math.round((a[key] + b[key]) * share);
  return { pages: put('pages'), missing: put('missing'), strange: put('strange'), split: put('split') };
}
