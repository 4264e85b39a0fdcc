import { type FormSource, formKey } from '../../derive/index.ts';
import { visibleText } from '../../dom/text.ts';
import { elementsOf } from '../../dom/xpath.ts';
import {
  type AskedValues,
  type FormRequest,
  formInputs,
  hiddenValues,
  type KnownForm,
  type PageForm,
  pageForms,
  requestOf,
  type Submission,
  SurfacePlan,
} from '../../forms/index.ts';
import { normalizeUrl } from '../../frontier/index.ts';
import { formInstruction, urlInstruction } from '../../identity/index.ts';
import { type Action, type DocumentTree, type ElementNode, formEvent, type Page } from '../../model/index.ts';
import { AnswerReader } from './answer-reader.ts';

/** A question that was put to a form: its values, and what came of it. */
export interface PutQuestion {
  readonly submission: Submission;
  readonly ord: number;
  /** Number of the page that answers; `null` where there was none. */
  readonly target: number | null;
  /** The page was asked for because of this question, and is no page otherwise. */
  readonly isOwn: boolean;
}

/** A form that is asked, with what is known of the database behind it. */
export class SurfacedForm {
  readonly form: KnownForm;
  readonly row: FormSource['row'];
  readonly page: Page;
  readonly plan: SurfacePlan;
  readonly reader: AnswerReader;
  /** Questions whose answers were not read yet. */
  waiting: PutQuestion[] = [];
  /** Questions that were put, in this run and before. */
  asked = 0;
  nextOrd: number;
  /** Its tokens were used: the form has to be asked for again. */
  isStale = false;
  readonly #charset: string | undefined;
  #fresh: ReadonlyMap<string, string>;

  constructor(source: FormSource, page: Page, document: DocumentTree, nextOrd: number) {
    this.form = source.form;
    this.row = source.row;
    this.page = page;
    this.#charset = source.charset;
    this.#fresh = hiddenValues(source.form);
    this.plan = new SurfacePlan(formInputs(source.form), suggestions(document));
    this.reader = new AnswerReader(document);
    this.nextOrd = nextOrd;
  }

  /** Whether hidden fields hold what a newer copy of the form may hold otherwise. */
  get hasTokens(): boolean {
    return this.form.method === 'post' && [...this.#fresh.values()].some((value) => value.length >= 6);
  }

  /** A newer copy of the form, whose hidden values hold for the next question; `null`: there is none. */
  renew(form: PageForm | null): void {
    this.isStale = form === null;
    if (form !== null) this.#fresh = hiddenValues(form);
  }

  request(values: AskedValues): FormRequest | null {
    return requestOf(this.form, values, { charset: this.#charset, fresh: this.#fresh });
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
