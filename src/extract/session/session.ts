import { setImmediate as breath } from 'node:timers/promises';
import type { LinkedRecord } from '../../records/linked.ts';
import type { ExtractedRecord } from '../../records/record.ts';
import type { Applied } from '../rules/apply.ts';
import type { KnownRecord } from '../rules/known.ts';
import type { PreparedPage, TemplateRules } from '../types.ts';
import type { Learner, Taught } from './learn.ts';
import { mend } from './mend.ts';
import { articleRecord, isNeutral, type RecordOptions, recordsOf, withArticle } from './records.ts';
import { LiveTemplate, type TemplateStep } from './template.ts';
import { groupsOf } from './template-groups.ts';
import { typeName, uniqueName } from './type-name.ts';

/** What a session works with. */
export interface SessionOptions extends RecordOptions {
  readonly domain: string;
  /** Rules from before. */
  readonly rules: readonly TemplateRules[];
  /** Records of an earlier run, by page address or name. */
  readonly known: Pick<ReadonlyMap<string, KnownRecord>, 'get'>;
  readonly learner: Learner;
  /** LiveTemplate that a new one is named after, where the schema names one. */
  readonly typeName?: string | undefined;
  /** Whether a schema says which fields are wanted. */
  readonly isSchemed?: boolean;
  /** Pages that are waited for before the first templates are looked for; absent: as many as later on. */
  readonly firstPages?: number;
  readonly now: () => Date;
}

/** Pages that are looked at together: enough to tell a changed template from a page that is odd. */
const batchSize = 64;
/** Pages without rules that are waited for before templates are looked for among them. */
const enoughWaiting = 40;
/** Nodes of waiting pages from which on no more are waited for: great pages take memory. */
const mostNodes = 400_000;
/** Pages of one template from which rules are made before the last page has come. */
const enoughAlike = 5;
/** Fields without names that are kept for people to look at, where nobody asked for all. */
const mostNeutral = 60;
/** Share of the fields and lists of a template that a page must have to be made from it. */
const leastFit = 0.55;

/**
 * Turns pages into records as they come, one after the other: pages with rules at once, those without when enough of their like are
 * there; at the end whatever is left. Between pages it takes a breath, since a crawl may go on beside it.
 */
export class ExtractSession {
  readonly templates: LiveTemplate[];
  readonly steps: TemplateStep[] = [];
  readonly #options: SessionOptions;
  #batch: PreparedPage[] = [];
  #waiting: PreparedPage[] = [];
  #records: LinkedRecord[] = [];

  constructor(options: SessionOptions) {
    this.#options = options;
    this.templates = options.rules.map((rules) => new LiveTemplate(rules, null, false));
  }

  /** Takes a page; gives the records that are ready by now. */
  async add(page: PreparedPage): Promise<readonly LinkedRecord[]> {
    if (this.templates.length === 0) this.#waiting.push(page);
    else this.#batch.push(page);
    if (this.#batch.length >= batchSize) await this.#judge();
    if (this.#isEnough()) await this.#learn(enoughAlike);
    return this.#take();
  }

  #isEnough(): boolean {
    const { length } = this.#waiting;
    const { firstPages = enoughWaiting } = this.#options;
    if (length < enoughWaiting || this.templates.length > 0) return length >= enoughWaiting;
    return (
      length >= firstPages || this.#waiting.reduce((sum, { nodes }) => sum + nodes.length, 0) > mostNodes
    );
  }

  /** Brings everything that waits to an end, and gives the last records. */
  async finish(): Promise<readonly LinkedRecord[]> {
    await this.#judge();
    await this.#learn(1);
    for (const page of this.#waiting) await this.#tellArticle(page);
    this.#waiting = [];
    return this.#take();
  }

  #take(): readonly LinkedRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  /** Gives the pages of a batch to their templates, and mends those that have changed, before records are made. */
  async #judge(): Promise<void> {
    const groups = new Map<LiveTemplate, { page: PreparedPage; applied: Applied }[]>();
    const batch = this.#batch;
    this.#batch = [];
    for (const page of batch) {
      await breath();
      const found = this.#templateOf(page);
      if (found === null) {
        this.#waiting.push(page);
        continue;
      }
      const group = groups.get(found.template) ?? [];
      group.push({ page, applied: found.applied });
      groups.set(found.template, group);
      found.template.see(page, found.applied, this.#known(page));
    }
    for (const [template, group] of groups) {
      const mended = await this.#mend(
        template,
        group.map(({ page }) => page),
      );
      for (const { page, applied } of group) {
        await breath();
        await this.#tell(template, page, mended ? template.apply(page) : applied);
      }
    }
  }

  #known(page: PreparedPage): KnownRecord | undefined {
    return this.#options.known.get(page.url ?? page.name);
  }

  /** The template of an older record of the page, else the one whose rules fit best. */
  #templateOf(page: PreparedPage): Fitting | null {
    const before = this.#known(page)?.type;
    const own = this.templates.find(({ name }) => name === before);
    return own ? { template: own, applied: own.apply(page) } : bestOf(this.templates, page);
  }

  async #mend(template: LiveTemplate, pages: readonly PreparedPage[]): Promise<boolean> {
    const notices = template.notices();
    if (notices.length === 0) return false;
    const { rules, steps } = await mend(
      template.rules,
      notices,
      pages.map((page) => {
        const { fields = {}, items } = this.#known(page) ?? {};
        return { page, known: fields, items };
      }),
      async () => (await this.#learned(pages, template.name)).rules,
    );
    this.steps.push(...steps);
    template.replace({
      ...rules,
      version: template.rules.version + 1,
      learnedAt: this.#options.now().toISOString(),
    });
    return true;
  }

  #learned(pages: readonly PreparedPage[], template: string): Promise<Taught> {
    const learnedAt = this.#options.now().toISOString();
    const { domain, learner, allFields } = this.#options;
    const about = { domain, template, learnedAt, ...(!allFields && { mostNeutral }) };
    return learner.learn(pages, about);
  }

  /** Looks for templates among the pages that wait; groups of fewer than `least` go on waiting. */
  async #learn(least: number): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    const groups = await groupsOf(waiting, this.templates, this.#options.learner);
    for (const { pages, templates } of groups) {
      if (templates.length > 0) await this.#join(pages, templates);
      else if (pages.length < least) this.#waiting.push(...pages);
      else if (pages.length >= enoughAlike || !(await this.#joined(pages))) await this.#found(pages);
    }
    // What cannot be told apart must not be compared again and again.
    if (this.#waiting.length < enoughWaiting) return;
    const done = this.#waiting.splice(0, this.#waiting.length - enoughWaiting / 2);
    for (const page of done) await this.#tellArticle(page);
  }

  /** Gives pages to that of the templates of their structure whose rules find most on them. */
  async #join(pages: readonly PreparedPage[], templates: readonly LiveTemplate[]): Promise<void> {
    for (const page of pages) {
      await breath();
      const found = bestOf(templates, page, -1);
      if (found === null) continue;
      found.template.see(page, found.applied, this.#known(page));
      await this.#tell(found.template, page, found.applied);
    }
  }

  /** Gives a few pages that were taken for others to a template learned from many, where its rules fit all of them. */
  async #joined(group: readonly PreparedPage[]): Promise<boolean> {
    const sure = this.templates.filter(({ rules }) => rules.pages.length >= enoughAlike);
    const fits = group.flatMap((page) => {
      const found = bestOf(sure, page);
      return found === null ? [] : { page, ...found };
    });
    if (fits.length < group.length) return false;
    for (const { page, template, applied } of fits) {
      template.see(page, applied, this.#known(page));
      await this.#tell(template, page, applied);
    }
    return true;
  }

  /** A new template: or an old one that looks so different that none of its pages was known again. */
  async #found(group: readonly PreparedPage[]): Promise<void> {
    const taken = new Set(this.templates.map(({ name }) => name));
    const learned = await this.#learned(group, typeName(group, taken));
    const isWanted = learned.rules.fields.some((field) => !isNeutral(field.name));
    const wanted = isWanted ? this.#options.typeName : undefined;
    const name = wanted === undefined ? learned.rules.template : uniqueName(wanted, taken);
    const { expression } = learned;
    const rules = { ...learned.rules, template: name };
    const old = this.templates.find((template) => template.pages === 0 && isSuccessor(template.rules, rules));
    const template = old ?? new LiveTemplate(rules, expression, true);
    if (old) {
      old.replace({ ...rules, template: old.name, version: old.rules.version + 1 }, expression);
      this.steps.push({
        template: old.name,
        kind: 'reinduced',
        field: null,
        text: `its pages look different: learned anew from ${rules.pages.length} pages`,
      });
    } else {
      this.templates.push(template);
      const named = rules.fields.filter((field) => !isNeutral(field.name)).length;
      const text = `${rules.fields.length} fields, ${named} of them named, from ${rules.pages.length} of ${group.length} pages`;
      this.steps.push({ template: name, kind: 'induced', field: null, text });
    }
    for (const page of group) template.note(page);
    for (const page of group) {
      await breath();
      const applied = template.apply(page);
      template.see(page, applied, undefined);
      await this.#tell(template, page, applied);
    }
    // A comparison with itself: from here on it is known what is normal.
    template.notices();
  }

  async #tell(template: LiveTemplate, page: PreparedPage, applied: Applied): Promise<void> {
    template.keep(page, applied);
    const records = recordsOf(template.name, page, applied, this.#options);
    const own = records.find(({ record }) => record.path === null) ?? null;
    const article = await this.#articleOf(template, page);
    const whole = article === null ? own : { record: joinedArticle(own, article, template.rules), links: [] };
    const told = [...(whole === null ? [] : [whole]), ...records.filter((each) => each !== own)];
    template.records += told.length;
    this.#records.push(...told);
  }

  /** The article on a page; where a schema says what is wanted, on pages that are nothing else. */
  async #articleOf(template: LiveTemplate, page: PreparedPage): Promise<ExtractedRecord | null> {
    return this.#options.isSchemed && !isStory(template.rules)
      ? null
      : articleRecord(page, (text) => template.isFrame(text));
  }

  async #tellArticle(page: PreparedPage): Promise<void> {
    const record = await articleRecord(page);
    if (record !== null) this.#records.push({ record, links: [] });
  }
}

interface Fitting {
  readonly template: LiveTemplate;
  readonly applied: Applied;
}

/** The template whose rules fit a page best, `null` where none fits. */
function bestOf(
  templates: readonly LiveTemplate[],
  page: PreparedPage,
  least: number = leastFit,
): Fitting | null {
  let best: Fitting | null = null;
  for (const template of templates) {
    const applied = template.apply(page);
    if (applied.extraction.fit > (best?.applied.extraction.fit ?? least)) best = { template, applied };
  }
  return best;
}

/** One record of the data of a page and its main text; an article where it has no other data. */
function joinedArticle(
  own: LinkedRecord | null,
  article: ExtractedRecord,
  rules: TemplateRules,
): ExtractedRecord {
  if (own === null) return article;
  return isStory(rules)
    ? { ...withArticle(article, own.record), type: article.type }
    : withArticle(own.record, article);
}

const storyFields = new Set([
  'title',
  'name',
  'headline',
  'author',
  'date',
  'datePublished',
  'description',
  'body',
  'language',
  'image',
  'url',
]);

/** Whether pages of a template have no data but what any article has. */
function isStory({ fields }: TemplateRules): boolean {
  return fields.every(({ name, list }) => list !== null || storyFields.has(name) || isNeutral(name));
}

/** Whether new rules have most of the named fields of old ones. */
function isSuccessor(old: TemplateRules, fresh: TemplateRules): boolean {
  const names = old.fields.map(({ name }) => name).filter((name) => !isNeutral(name));
  const shared = names.filter((name) => fresh.fields.some((field) => field.name === name));
  return names.length > 1 && shared.length * 3 >= names.length * 2;
}
