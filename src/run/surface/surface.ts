import type { CrawlSettings, FormSettings } from '../../config/settings.ts';
import type { FormQuestion } from '../../crawl/gather/index.ts';
import { type AskedForms, type FormSource, keepAsked, surveySources } from '../../derive/index.ts';
import { type Submission, saysSearch } from '../../forms/index.ts';
import { AddressViews, makeScope } from '../../frontier/index.ts';
import { storedDocument } from '../../html/stored.ts';
import {
  ArgiopeError,
  type AskedForm,
  type DocumentTree,
  formEvent,
  type Guide,
  type SiteStore,
} from '../../model/index.ts';
import type { CrawlControls } from '../controls.ts';
import { type ExploredSite, exploreAnswers, KeptBrowser } from '../explore-site.ts';
import { hearAnswers, settleAnswers } from './answers.ts';
import type { FormPlace } from './driving.ts';
import { type AddressReads, type FormSubmission, fileQuestions } from './file.ts';
import { relate, release } from './kin.ts';
import { hasScript, mayBeAsked } from './may-ask.ts';
import { PostedLists } from './posted-lists.ts';
import { type FormNature, ScriptAsker } from './script-asker.ts';
import { type StepPlaces, SurfacedForm } from './source.ts';
import { formPlaceOf, sendsSteps, stepsBefore, withSteps } from './steps.ts';

/** Questions that are under way at once, of all that a form was asked: later ones are chosen by what earlier ones brought. */
const [leastBatch, mostBatch, batchShare] = [2, 40, 0.06];
/** Times that pages are looked through for forms which only answers have. */
const mostPasses = 5;

/**
 * Asks the forms of a crawl that search, and crawls what they answer, until each has told what it has, its budget is
 * spent or the crawl has to end. Where links were left by their share of the limits, these wait until the forms are done.
 */
export async function surfaceForms(
  site: SiteStore,
  settings: CrawlSettings & { readonly forms: FormSettings },
  watched: CrawlControls,
  guide: Guide | null,
  explored: ExploredSite,
): Promise<ExploredSite & { readonly views: AddressViews }> {
  const controls = { ...watched, listen: toldOnce(watched.listen), login: { profile: null } };
  const begun = performance.now();
  const browser = new KeptBrowser();
  const hasRest = explored.stopped !== 'done';
  const views = new AddressViews(await site.note(viewsNote));
  const surfacing = new Surfacing(site, settings, { controls, hasRest, views });
  const over = (): ExploredSite['stopped'] => {
    if (controls.signal?.aborted) return 'interrupted';
    return settings.maxTime !== null && (performance.now() - begun) / 1000 >= settings.maxTime
      ? 'limit'
      : 'done';
  };
  let last: ExploredSite = { ...explored, stopped: over() };
  const explore = async ({ questions, isAlone }: QuestionBatch) => {
    const maxTime = settings.maxTime === null ? null : settings.maxTime - (performance.now() - begun) / 1000;
    const order = { questions, isAlone: isAlone || hasRest, browser, views };
    const found = await exploreAnswers(site, { ...settings, maxTime }, controls, guide, order);
    last = { ...found, stopped: found.stopped === 'done' ? over() : found.stopped };
    return last.stopped === 'done';
  };
  try {
    for (let pass = 0; pass < mostPasses && last.stopped === 'done'; pass++) {
      if (!(await surfacing.takeUp())) break;
      let isLeft = false;
      while (last.stopped === 'done') {
        const batch = await surfacing.ask();
        const isSettled = batch === null && (await surfacing.settle());
        if (batch === null && !isSettled && (!isLeft || hasRest)) break;
        isLeft = batch?.isAlone ?? false;
        if (!(await explore(batch ?? noQuestions))) break;
        await surfacing.hear();
      }
    }
  } finally {
    await browser.close();
  }
  await surfacing.keep();
  tellLeft(views, controls.listen);
  return { ...last, views };
}

/** Says which links to answers were left because they show nothing new. */
function tellLeft({ left }: AddressViews, listen: CrawlControls['listen']): void {
  const count = [...left.values()].reduce((sum, each) => sum + each, 0);
  if (count === 0) return;
  const names = [...left.keys()].slice(0, 5).join(', ');
  const text = `${count} links to answers were left: what differs in ${names} showed nothing new (--thorough 1 follows them)`;
  listen?.({ kind: 'note', level: 'info', text });
}

/** Notes of a round that were not told before, whatever they count and name. */
function toldOnce(listen: CrawlControls['listen']): NonNullable<CrawlControls['listen']> {
  const told = new Set<string>();
  return (event) => {
    if (event.kind === 'note' && event.level !== 'detail') {
      const key = event.text.replace(/\bhttps?:\S+|\d+/g, '#').slice(0, 60);
      if (told.has(key)) return;
      told.add(key);
    }
    listen?.(event);
  };
}

/** Questions of one round. */
interface QuestionBatch {
  readonly questions: readonly FormQuestion[];
  /** Their answers are whole, and what these lead to may wait. */
  readonly isAlone: boolean;
}

/** What asking goes by, beside the settings. */
interface SurfaceHands {
  readonly controls: CrawlControls;
  /** Links were left for later. */
  readonly hasRest: boolean;
  readonly views: AddressViews;
}

/** The note of a site that holds which parameters show nothing new. */
const viewsNote = 'views';

const noQuestions: QuestionBatch = { questions: [], isAlone: false };

class Surfacing {
  readonly #site: SiteStore;
  readonly #settings: CrawlSettings & { readonly forms: FormSettings };
  readonly #controls: CrawlControls;
  readonly #sources = new Map<string, SurfacedForm>();
  readonly #scope: ReturnType<typeof makeScope>;
  readonly #views: AddressViews;
  readonly #lists: PostedLists;
  readonly #ords = new Map<number, StepPlaces>();
  /** How answers are read that have an address: one by one, or `null` where they are crawled with all that waits. */
  readonly #reads: AddressReads;

  constructor(
    site: SiteStore,
    settings: CrawlSettings & { readonly forms: FormSettings },
    { controls, hasRest, views }: SurfaceHands,
  ) {
    this.#views = views;
    this.#reads = settings.engine === 'http' ? 'by request' : hasRest ? 'in the browser' : null;
    this.#site = site;
    this.#settings = settings;
    this.#controls = controls;
    this.#scope = makeScope(settings);
    this.#lists = new PostedLists(site, { scope: this.#scope, ...settings.forms });
  }

  /** Looks for forms that may be asked and were not taken up yet, and for lists that posts lead on; says whether there is one. */
  async takeUp(): Promise<boolean> {
    const found = (await surveySources(this.#site)).filter(
      (one) => !this.#sources.has(one.key) && this.#mayAsk(one),
    );
    for (const one of found) {
      const source = await this.#open(one);
      if (source === null) continue;
      this.#sources.set(one.key, source);
      const place = source.place;
      if (place !== null && this.#settings.thorough < 1) this.#views.watch(place);
      await hearAnswers(this.#site, source, (url, text) => this.#views.know(url, text));
    }
    return (await this.#lists.find()) || found.length > 0;
  }

  /** The next questions: those that are addresses are in the frontier by then; `null` where no form has any left. */
  async ask(): Promise<QuestionBatch | null> {
    const sources = [...this.#sources.values()];
    const questions: FormSubmission[] = [];
    const first = [...this.#lists.take(), ...sources.flatMap((source) => source.further.splice(0))];
    release(sources);
    relate(sources);
    do {
      for (const source of sources) {
        if (source.nature === null) first.push(trialOf(source));
        else if (source.leader === null)
          for (const submission of this.#next(source)) questions.push({ source, submission });
      }
    } while (questions.length + first.length === 0 && release(sources));
    if (questions.length + first.length === 0) return null;
    const isAlone = questions.every(({ source }) => source.nature === 'script');
    const filed = await fileQuestions(this.#site, this.#scope, questions, this.#reads);
    return { questions: [...first, ...filed], isAlone };
  }

  async hear(): Promise<void> {
    await this.#lists.hear();
    for (const source of this.#sources.values()) await hearAnswers(this.#site, source);
    await this.keep();
  }

  /** Decides about answers of which nobody could tell whether they hold anything; says whether there were any. */
  async settle(): Promise<boolean> {
    let isAny = false;
    for (const source of this.#sources.values()) isAny = (await settleAnswers(this.#site, source)) || isAny;
    return isAny;
  }

  /** What is known of each form, for the report. */
  async keep(): Promise<void> {
    const asked: Record<string, AskedForm> = {};
    for (const [key, source] of this.#sources) asked[key] = this.#told(source);
    await keepAsked(this.#site, asked satisfies AskedForms);
    await this.#site.putNote(viewsNote, this.#views.save());
  }

  #told({ plan, asked, isSpent: isSpentUp }: SurfacedForm): AskedForm {
    const { records, coverage, ignored, partly } = plan;
    const isSpent = plan.end === null && isSpentUp;
    // What is not asked for at all cannot fail to answer.
    const end = plan.end === 'failing' && asked === 0 ? 'excluded' : plan.end;
    return {
      submissions: asked,
      records,
      ended: end ?? (isSpent ? 'budget' : 'stopped'),
      ...(coverage !== null && { coverage }),
      ...(partly > 0 && { partly }),
      ...(this.#settings.engine === 'http' && { withoutScripts: true }),
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
    const { forms, unsafe, engine } = this.#settings;
    if (!mayBeAsked(form, { allow: forms.allow, unsafe })) return false;
    if (row.action === null && engine === 'http') return false;
    return this.#scope(row.action ?? row.address) === 'in';
  }

  /** What asks a form that a script may send, `null` where no browser is wanted or no script is there. */
  #scriptAsker(
    { form, row }: FormSource,
    way: Pick<FormPlace, 'address' | 'path' | 'steps'> | null,
    document: DocumentTree,
  ): ScriptAsker | null {
    const { engine, forms } = this.#settings;
    if (engine === 'http' || (form.method !== 'script' && !hasScript(document))) return null;
    if (way === null) return null;
    const isNamed = forms.allow.some((pattern) => pattern.test(form.called) || pattern.test(row.xpath));
    return new ScriptAsker({ form, ...way }, document, isNamed || saysSearch(form));
  }

  /** A form with the questions that were put to it before, in their order. */
  async #open(one: FormSource): Promise<SurfacedForm | null> {
    const page = await this.#site.page(one.row.page);
    if (page === null) return null;
    const steps = await this.#site.transitions(page.number);
    const ords = this.#ords.get(page.number) ?? { next: Math.max(-1, ...steps.map(({ ord }) => ord)) + 1 };
    this.#ords.set(page.number, ords);
    const document = await storedDocument(this.#site, page);
    const way = await formPlaceOf(this.#site, page);
    const asker = this.#scriptAsker(one, way, document);
    if (asker === null && one.row.action === null) return null;
    const forms = [...this.#sources.values()].map(({ form }) => form);
    const carried = stepsBefore(one.form, one.row.address, forms);
    const earlier = [...carried, ...(asker === null ? [] : (way?.steps ?? []))];
    const source = new SurfacedForm(
      { ...one, form: withSteps(one.form, earlier) },
      { page, document, ords, asker, ...this.#settings.forms },
    );
    if (!sendsSteps(one.form, earlier)) source.nature = 'script';
    for (const { ord, target, action } of steps) {
      if (action.event !== formEvent || action.xpath !== one.row.xpath) continue;
      const values = Object.fromEntries(new URLSearchParams(action.value ?? ''));
      source.waiting.push({ submission: source.plan.again(values), ord, target, isOwn: false });
      source.asked++;
    }
    const where = one.row.action ?? `${one.row.address} ${one.row.xpath}`;
    const text = `asking ${one.row.method} ${where} (${source.asked} times before)`;
    this.#controls.listen?.({ kind: 'note', level: 'detail', text });
    return source;
  }
}

/** Drives a form once before it is asked: markup does not say whether a script takes what it would send. */
function trialOf(source: SurfacedForm): FormQuestion {
  const values = source.trial;
  return {
    source: source.page,
    ord: -1,
    action: source.drivenAction(values),
    url: source.row.address,
    put: async (hands) => {
      source.nature = await naturally(source.asker?.nature(hands, source.filled(values)));
      return null;
    },
  };
}

/** What cannot be driven is asked as its markup says. */
async function naturally(tried: Promise<FormNature> | undefined): Promise<FormNature> {
  try {
    return (await tried) ?? 'plain';
  } catch (error) {
    if (!(error instanceof ArgiopeError) || error.consequence === 'stop') throw error;
    return 'plain';
  }
}
