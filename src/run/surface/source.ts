import type { FormQuestion } from '../../crawl/gather/index.ts';
import { type FormSource, formKey, shownForms } from '../../derive/index.ts';
import { visibleText } from '../../dom/text.ts';
import { elementsOf } from '../../dom/xpath.ts';
import {
  type AskedValues,
  type FormInput,
  type FormRequest,
  formInputs,
  hiddenValues,
  type KnownForm,
  nonsense,
  ownValues,
  type PageForm,
  pageForms,
  requestOf,
  type Submission,
  SurfacePlan,
} from '../../forms/index.ts';
import { type AnswerPlace, normalizeUrl } from '../../frontier/index.ts';
import { formInstruction, urlInstruction } from '../../identity/index.ts';
import { type Action, type DocumentTree, type ElementNode, formEvent, type Page } from '../../model/index.ts';
import { meaningsOf } from '../../query/index.ts';
import { AnswerReader } from './answer-reader.ts';
import { copyOf, FormCopies, type FormCopy } from './copies.ts';
import type { KinForm } from './kin.ts';
import type { FormNature, ScriptAsker } from './script-asker.ts';

/** A question that was put to a form: its values, and what came of it. */
export interface PutQuestion {
  readonly submission: Submission;
  readonly ord: number;
  /** Number of the page that answers; `null` where there was none. */
  readonly target: number | null;
  /** The page was asked for because of this question, and is no page otherwise. */
  readonly isOwn: boolean;
}

/** Gives places to steps from a page. */
export interface StepPlaces {
  next: number;
}

/** Where a form stands. */
export interface FormSurroundings {
  readonly page: Page;
  readonly document: DocumentTree;
  /** Places of steps from its page, which the forms of a page share. */
  readonly ords: StepPlaces;
}

/** What a form is asked with. */
export interface FormHands {
  readonly asker: ScriptAsker | null;
  /** Questions that it may be asked. */
  readonly budget: number;
  /** Forms that a person has named. */
  readonly allow: readonly RegExp[];
}

/** A form that is asked, with what is known of the database behind it. */
export class SurfacedForm {
  readonly form: KnownForm;
  readonly row: FormSource['row'];
  readonly page: Page;
  readonly plan: SurfacePlan;
  readonly reader: AnswerReader;
  /** Copies of it with lists that answers have brought up. */
  readonly copies = new FormCopies();
  /** What the forms of its page are known by. */
  readonly beside: ReadonlySet<string>;
  /** Questions whose answers were not read yet. */
  waiting: PutQuestion[] = [];
  /** Answers to choices that were read before it was known where records stand. */
  unsure: PutQuestion[] = [];
  /** Further pages of answers that only a post leads to, and that are asked for next. */
  further: FormQuestion[] = [];
  /** Questions that were put, in this run and before. */
  asked = 0;
  /** The form that looks through the same records, and is asked before this one. */
  leader: KinForm | null = null;
  /** It was asked beside such a form, and goes its own way. */
  isApart = false;
  readonly #budget: number;
  readonly allow: readonly RegExp[];
  /** Its tokens were used: the form has to be asked for again. */
  isStale = false;
  /** Asks it where only a script sends it; `null`: no browser is at hand. */
  readonly asker: ScriptAsker | null;
  /** Whether it sends itself or a script does; `null`: not tried yet. */
  nature: FormNature | null;
  readonly #ords: StepPlaces;
  readonly charset: string | undefined;
  /** What is chosen together with words: where they are looked for, and how they are compared. */
  readonly #always: AskedValues;
  /** Fields that take words. */
  readonly #words: ReadonlySet<string>;
  /** Its newest copy. */
  #fresh: FormCopy;

  constructor(
    source: FormSource,
    { page, document, ords, asker, budget, allow }: FormSurroundings & FormHands,
  ) {
    this.#budget = budget;
    this.allow = allow;
    this.form = source.form;
    this.row = source.row;
    this.page = page;
    this.charset = source.charset;
    this.#fresh = copyOf(source.form, source.form);
    this.asker = asker;
    const inputs = askedInputs(source.form, asker !== null);
    // What has no name is not sent by the form itself.
    const isUnnamed = inputs.some(({ name }) => source.form.fields.every((field) => field.name !== name));
    const needsScript = source.form.method === 'script' || isUnnamed;
    this.nature = asker === null ? 'plain' : needsScript ? 'script' : null;
    this.plan = new SurfacePlan(inputs, suggestions(document));
    this.#always = alongWithWords(source.form);
    this.#words = new Set(
      formInputs(source.form, true)
        .filter(({ kind }) => kind === 'word' || kind === 'number')
        .map(({ name }) => name),
    );
    this.reader = new AnswerReader(document);
    this.beside = new Set(shownForms(document).map(formKey));
    this.#ords = ords;
  }

  /** It was asked as often as it may be. */
  get isSpent(): boolean {
    return this.asked >= this.#budget;
  }

  /** Whether hidden fields hold what a newer copy of the form may hold otherwise. */
  get hasTokens(): boolean {
    const { hidden } = this.#fresh;
    const isToken = (name: string, value: string) => value.length >= 6 || (value !== '' && state.test(name));
    return this.form.method === 'post' && [...hidden].some(([name, value]) => isToken(name, value));
  }

  /** Where its answers come from; `null` where they have no address of their own. */
  get place(): AnswerPlace | null {
    const action = this.form.method === 'get' ? URL.parse(this.row.action ?? '') : null;
    if (action === null) return null;
    const seen = this.form.fields.filter(({ name, control }) => name !== '' && control !== 'hidden');
    const along = new Map([...action.searchParams, ...hiddenValues(this.form)]);
    const asks = new Set(seen.map(({ name }) => name));
    return { address: normalizeUrl(`${action.origin}${action.pathname}`) ?? action.href, asks, along };
  }

  /** A newer copy of the form, whose hidden values hold for the next question; `null`: there is none. */
  renew(form: PageForm | null): void {
    this.isStale = form === null;
    if (form !== null) this.#fresh = copyOf(this.form, form);
  }

  /** Whether it posts hidden values, which go with what its lists hold. */
  get hasHidden(): boolean {
    return this.form.method === 'post' && this.#fresh.hidden.size > 0;
  }

  /** The place of its next question among the steps from its page. */
  takeOrd(): number {
    return this.#ords.next++;
  }

  request(values: AskedValues): FormRequest | null {
    const bringer = this.copies.bringer(values);
    const { hidden, standing } = (bringer && this.copies.get(bringer)) ?? this.#fresh;
    const sent = { ...standing, ...this.filled(values) };
    return requestOf(this.form, sent, { charset: this.charset, fresh: hidden });
  }

  /** Values with what is chosen together with them. */
  filled(values: AskedValues): AskedValues {
    return Object.keys(values).some((name) => this.#words.has(name))
      ? { ...this.#always, ...values }
      : values;
  }

  /** Something to try it with: what no record has, and the first of each choice where nothing can be typed. */
  get trial(): AskedValues {
    const inputs = askedInputs(this.form, true);
    const typed = inputs.filter(({ kind }) => kind === 'word');
    if (typed[0] !== undefined) return { [typed[0].name]: nonsense(1) };
    return Object.fromEntries(
      inputs.flatMap(({ name, values: [first] }) => (first === undefined ? [] : [[name, first]])),
    );
  }

  /** The action of a question that is put by driving the form, or by repeating what that asked for. */
  drivenAction(values: AskedValues): Action {
    const value = new URLSearchParams(values).toString();
    const label = Object.values(values).join(', ').slice(0, 120);
    const { address, xpath } = this.row;
    const instruction = formInstruction(`${address} ${xpath}`, value, 'ASK');
    return { id: null, xpath, event: formEvent, value, instruction, label };
  }

  /** The action that a question is, as the graph has it. */
  action(values: AskedValues, { url, question }: FormRequest): Action {
    const value = new URLSearchParams(values).toString();
    const label = Object.values(values).join(', ').slice(0, 120);
    const instruction =
      question === null ? urlInstruction(normalizeUrl(url) ?? url) : formInstruction(url, question.body);
    return { id: null, xpath: this.row.xpath, event: formEvent, value, instruction, label };
  }
}

/** Hidden fields that number the pages which a server remembers. */
const state = /viewstate|token|csrf|nonce/i;

/** Fields that say how words are looked for choose no records themselves. */
function askedInputs(form: KnownForm, isDriven: boolean): readonly FormInput[] {
  const about = new Set(
    meaningsOf(form)
      .filter(({ means }) => means === 'choice' || means === 'sign')
      .map(({ field }) => field),
  );
  const inputs = formInputs(form, isDriven);
  return inputs.some(({ kind }) => kind === 'word') ? inputs.filter(({ name }) => !about.has(name)) : inputs;
}

/** Words are looked for anywhere where that can be chosen, else where the form itself does, else in titles. */
function alongWithWords(form: KnownForm): AskedValues {
  const always: Record<string, string> = {};
  const meanings = meaningsOf(form);
  for (const { field, means, choices = {} } of meanings) {
    const own = form.fields.find(({ name }) => name === field);
    const isSet = own !== undefined && ownValues(own).some((value) => value !== '');
    const wide = means === 'choice' ? choices.words : means === 'sign' ? choices.contains : undefined;
    const must = isSet ? undefined : (choices.title ?? Object.values(choices)[0]);
    const value = wide ?? (means === 'choice' || means === 'sign' ? must : undefined);
    if (value !== undefined) always[field] = value;
  }
  return always;
}

const frame: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'form', 'a', 'button']);

/** What a page says, its own words before those of its frame, its links and its forms. */
function suggestions(document: DocumentTree): string {
  const without = new Set<ElementNode>();
  for (const { node } of elementsOf(document)) if (frame.has(node.tag)) without.add(node);
  return `${visibleText(document, without)}\n${visibleText(document)}`;
}

/** The same form on another page, or on a newer copy of its own. */
export function formIn({ form }: Pick<SurfacedForm, 'form'>, document: DocumentTree): PageForm | null {
  const key = formKey(form);
  return pageForms(document).find((one) => formKey(one) === key) ?? null;
}
