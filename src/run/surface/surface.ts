import type { CrawlSettings, FormSettings } from '../../config/settings.ts';
import { type AskedForms, type FormSource, keepAsked, surveySources } from '../../derive/index.ts';
import { type Submission, whyUnasked } from '../../forms/index.ts';
import { makeScope, unsafeWord } from '../../frontier/index.ts';
import { storedDocument } from '../../html/stored.ts';
import { type AskedForm, formEvent, type Guide, type SiteStore } from '../../model/index.ts';
import type { CrawlControls } from '../controls.ts';
import { type ExploredSite, exploreAnswers } from '../explore-site.ts';
import { hearAnswers } from './answers.ts';
import { type FormSubmission, fileQuestions } from './file.ts';
import { SurfacedForm } from './source.ts';

/** Questions that are under way at once, of all that a form was asked: later ones are chosen by what earlier ones brought. */
const [leastBatch, mostBatch, batchShare] = [2, 40, 0.06];
/** Times that pages are looked through for forms which only answers have. */
const mostPasses = 5;

/** Asks the forms of a crawl that search, and crawls what they answer, until each has told what it has or its budget is spent. */
export async function surfaceForms(
  site: SiteStore,
  settings: CrawlSettings & { readonly forms: FormSettings },
  controls: CrawlControls,
  guide: Guide | null,
  explored: ExploredSite,
): Promise<ExploredSite> {
  const begun = performance.now();
  const surfacing = new Surfacing(site, settings, controls);
  let last = explored;
  const explore = async (posts: Parameters<typeof exploreAnswers>[4]) => {
    const left = settings.maxTime === null ? null : settings.maxTime - (performance.now() - begun) / 1000;
    if (left !== null && left <= 0) return false;
    last = await exploreAnswers(site, { ...settings, maxTime: left }, controls, guide, posts);
    return last.stopped === 'done';
  };
  for (let pass = 0; pass < mostPasses && last.stopped === 'done'; pass++) {
    if (!(await surfacing.takeUp())) break;
    while (last.stopped === 'done' && !controls.signal?.aborted) {
      const posts = await surfacing.ask();
      if (posts === null) break;
      if (!(await explore(posts))) break;
      await surfacing.hear();
    }
  }
  await surfacing.keep();
  return last;
}

class Surfacing {
  readonly #site: SiteStore;
  readonly #settings: CrawlSettings & { readonly forms: FormSettings };
  readonly #controls: CrawlControls;
  readonly #sources = new Map<string, SurfacedForm>();
  readonly #scope: ReturnType<typeof makeScope>;

  constructor(
    site: SiteStore,
    settings: CrawlSettings & { readonly forms: FormSettings },
    controls: CrawlControls,
  ) {
    this.#site = site;
    this.#settings = settings;
    this.#controls = controls;
    this.#scope = makeScope(settings);
  }

  /** Looks for forms that may be asked and were not taken up yet; says whether there is one. */
  async takeUp(): Promise<boolean> {
    const found = (await surveySources(this.#site)).filter(
      (one) => !this.#sources.has(one.key) && this.#mayAsk(one),
    );
    for (const one of found) {
      const source = await this.#open(one);
      if (source === null) continue;
      this.#sources.set(one.key, source);
      await hearAnswers(this.#site, source);
    }
    return found.length > 0;
  }

  /** The next questions: those that are addresses are in the frontier by then; `null` where no form has any left. */
  async ask(): Promise<Awaited<ReturnType<typeof fileQuestions>> | null> {
    const questions: FormSubmission[] = [];
    for (const source of this.#sources.values())
      for (const submission of this.#next(source)) questions.push({ source, submission });
    if (questions.length === 0) return null;
    return fileQuestions(this.#site, this.#scope, questions);
  }

  async hear(): Promise<void> {
    for (const source of this.#sources.values()) await hearAnswers(this.#site, source);
    await this.keep();
  }

  /** What is known of each form, for the report. */
  async keep(): Promise<void> {
    const asked: Record<string, AskedForm> = {};
    for (const [key, source] of this.#sources) asked[key] = this.#told(source);
    await keepAsked(this.#site, asked satisfies AskedForms);
  }

  #told({ plan, asked }: SurfacedForm): AskedForm {
    const { records, coverage, ignored } = plan;
    const isSpent = plan.end === null && asked >= this.#settings.forms.budget;
    return {
      submissions: asked,
      records,
      ended: plan.end ?? (isSpent ? 'budget' : 'stopped'),
      ...(coverage !== null && { coverage }),
      ...(ignored.length > 0 && { ignored }),
    };
  }

  #next(source: SurfacedForm): readonly Submission[] {
    const { plan, asked } = source;
    // A token holds once: then one question after the other.
    const wanted = source.hasTokens
      ? 1
      : Math.min(mostBatch, Math.max(leastBatch, Math.ceil(batchShare * asked)));
    const room = Math.min(wanted, this.#settings.forms.budget - asked);
    const found: Submission[] = [];
    while (found.length < room) {
      const next = plan.next();
      if (next === null) break;
      found.push(next);
      if (next.use === 'nonsense') break;
    }
    return found;
  }

  #mayAsk({ form, row }: FormSource): boolean {
    const { forms, unsafe } = this.#settings;
    if (whyUnasked(form, forms.allow) !== null) return false;
    if (row.action === null || this.#scope(row.action) !== 'in') return false;
    const buttons = form.fields.filter(({ control }) => control === 'submit').map(({ label }) => label);
    const signs = { text: buttons.join(' '), hints: form.called, call: '', href: row.action, isKey: false };
    return unsafe || unsafeWord(signs) === null;
  }

  /** A form with the questions that were put to it before, in their order. */
  async #open(one: FormSource): Promise<SurfacedForm | null> {
    const page = await this.#site.page(one.row.page);
    if (page === null) return null;
    const steps = await this.#site.transitions(page.number);
    const nextOrd = Math.max(-1, ...steps.map(({ ord }) => ord)) + 1;
    const source = new SurfacedForm(one, page, await storedDocument(this.#site, page), nextOrd);
    for (const { ord, target, action } of steps) {
      if (action.event !== formEvent || action.xpath !== one.row.xpath) continue;
      const values = Object.fromEntries(new URLSearchParams(action.value ?? ''));
      source.waiting.push({ submission: source.plan.again(values), ord, target, isOwn: false });
      source.asked++;
    }
    const text = `asking ${one.row.method} ${one.row.action} (${source.asked} times before)`;
    this.#controls.listen?.({ kind: 'note', level: 'detail', text });
    return source;
  }
}
