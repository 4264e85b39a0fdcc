import { formKey } from '../../derive/index.ts';
import { visibleText } from '../../dom/text.ts';
import { elementsOf } from '../../dom/xpath.ts';
import {
  type AskedValues,
  type FormField,
  inputName,
  isButton,
  type PageForm,
  pageForms,
} from '../../forms/index.ts';
import { plainWords, topicsOf } from '../../forms/words.ts';
import { unsafeWord } from '../../frontier/index.ts';
import {
  ArgiopeError,
  type BlockedRequest,
  type Capture,
  type DocumentTree,
  type FireOrder,
  type RequestRecord,
  type Tab,
} from '../../model/index.ts';

/** Where a form stands that is driven: the address of its document, and the events that lead to it from there. */
export interface FormPlace {
  readonly form: PageForm;
  readonly address: string;
  readonly path: readonly FireOrder[];
}

/** What came of driving a form. */
export interface Driven {
  /** The page as it was before and after. */
  readonly before: DocumentTree;
  readonly capture: Capture;
  /** Requests for data that filling it in and sending it have caused, in their order. */
  readonly requests: readonly RequestRecord[];
  /** What it wanted to send, and was not let. */
  readonly blocked: readonly BlockedRequest[];
  /** Where the page would have gone. */
  readonly leaves: string | null;
}

/** Fills a form in and sends it as a person would, on a fresh copy of its page; `posts`: where it may post to. */
export async function driveForm(
  tab: Tab,
  place: FormPlace,
  values: AskedValues,
  posts: readonly string[],
): Promise<Driven> {
  const driving = new Driving(tab, place, posts);
  await driving.open();
  await driving.fill(values);
  await driving.send();
  return driving.driven();
}

const nothing: ReadonlySet<string> = new Set();

class Driving {
  readonly #tab: Tab;
  readonly #place: FormPlace;
  readonly #posts: readonly string[];
  readonly #requests: RequestRecord[] = [];
  #blocked: BlockedRequest[] = [];
  #leaves: string | null = null;
  #before: DocumentTree | null = null;
  #capture: Capture | null = null;

  constructor(tab: Tab, place: FormPlace, posts: readonly string[]) {
    this.#tab = tab;
    this.#place = place;
    this.#posts = posts;
  }

  async open(): Promise<void> {
    const { address, path } = this.#place;
    this.#capture = await this.#tab.open(address);
    for (const order of path) await this.#fire(order);
    this.#before = this.#now.document;
    // What the page asked for before it was touched is not what the form asks.
    this.#requests.length = 0;
    this.#blocked = [];
    this.#leaves = null;
  }

  /** Field by field, in their order: what one brings up, the next one may need. */
  async fill(values: AskedValues): Promise<void> {
    for (const field of this.#place.form.fields) {
      const value = values[inputName(field, this.#place.form)];
      if (value === undefined || isButton(field.control)) continue;
      await this.#fire(this.#fillOrder(this.#fieldNow(field), value));
    }
  }

  async send(): Promise<void> {
    const form = this.#formNow();
    const button = buttonOf(form);
    if (button !== null) {
      await this.#fire(orderOn(button, 'click'));
      return;
    }
    const box = form.fields.find(({ control, unseen }) => control === 'text' && !unseen);
    // What answers while one types is answered: Enter would take the first of what it found.
    if (box !== undefined && !this.#isAnswered)
      await this.#fire({ ...orderOn(box, 'keydown'), value: 'Enter' });
    if (!this.#isAnswered && form.shape === 'form')
      await this.#fire({ id: null, xpath: form.xpath, event: 'submit' });
  }

  driven(): Driven {
    const { document } = this.#now;
    return {
      before: this.#before ?? document,
      capture: this.#now,
      requests: this.#requests,
      blocked: this.#blocked,
      leaves: this.#leaves,
    };
  }

  get #now(): Capture {
    if (this.#capture === null)
      throw new ArgiopeError('INTERNAL', 'the form was driven before its page was opened');
    return this.#capture;
  }

  /** Something was asked for, or typing alone has brought something up. */
  get #isAnswered(): boolean {
    if (this.#requests.length + this.#blocked.length > 0 || this.#leaves !== null) return true;
    return this.#before !== null && visibleText(this.#before) !== visibleText(this.#now.document);
  }

  async #fire(order: FireOrder): Promise<void> {
    const outcome = await this.#tab.fire({ ...order, posts: this.#posts }, nothing);
    if (outcome.kind !== 'captured') throw this.#lost(order.xpath);
    this.#capture = outcome.capture;
    this.#requests.push(...outcome.capture.requests.filter(({ kind }) => kind === 'data'));
    this.#blocked.push(...(outcome.capture.blocked ?? []));
    this.#leaves = outcome.leaves ?? this.#leaves;
  }

  #lost(xpath: string): ArgiopeError {
    const { address } = this.#place;
    return new ArgiopeError('LOST', `the form of ${address} has nothing at ${xpath} any more`, {
      url: address,
    });
  }

  /** The form as it stands now: scripts may have moved it. */
  #formNow(): PageForm {
    const { form } = this.#place;
    const all = pageForms(this.#now.document);
    const same = all.filter((one) => formKey(one) === formKey(form));
    return (
      same.find(({ xpath }) => xpath === form.xpath) ??
      same[0] ??
      all.find(({ xpath }) => xpath === form.xpath) ??
      form
    );
  }

  #fieldNow(field: FormField): FormField {
    const [form, old] = [this.#formNow(), this.#place.form];
    const name = inputName(field, old);
    return form.fields.find((one) => inputName(one, form) === name) ?? field;
  }

  #fillOrder(field: FormField, value: string): FireOrder {
    const { control } = field;
    if (control === 'radio') return orderOn({ ...field, xpath: this.#optionPath(field, value) }, 'change');
    if (control !== 'select') return { ...orderOn(field, 'input'), value };
    if (!field.options.some((option) => option.value === value))
      throw this.#lost(`${field.xpath} (${value})`);
    return { ...orderOn(field, 'change'), value };
  }

  /** Where the button of a value stands. */
  #optionPath({ name, xpath }: FormField, value: string): string {
    for (const { node, xpath: at } of elementsOf(this.#now.document)) {
      const { type = '', name: called = '', value: own = 'on' } = node.attrs ?? {};
      if (node.tag === 'input' && type.toLowerCase() === 'radio' && called === name && own === value)
        return at;
    }
    return xpath;
  }
}

function orderOn({ id, xpath }: Pick<FormField, 'id' | 'xpath'>, event: string): FireOrder {
  return { id: id === '' ? null : id, xpath, event };
}

/** Buttons that undo what was typed, or put the form away. */
const undoes: ReadonlySet<string> = new Set(['clear', 'cancel']);

/** The button that sends a form: one that says that it searches, else one that sends, else the only one. */
export function buttonOf({ fields, called }: PageForm): FormField | null {
  const topics = ({ label, name, id, value }: FormField) =>
    topicsOf(plainWords(`${label} ${name} ${id} ${value}`));
  const says = (field: FormField) => topics(field).includes('search');
  const buttons = fields.filter(
    (field) =>
      (field.control === 'submit' || field.control === 'button') &&
      !field.unseen &&
      field.disabled !== true &&
      unsafeWord({
        text: `${field.label} ${field.value}`,
        hints: field.name,
        call: '',
        href: '',
        isKey: false,
      }) === null &&
      (says(field) || !topics(field).some((topic) => undoes.has(topic))),
  );
  const submits = buttons.filter(({ control }) => control === 'submit');
  const isSearch = topicsOf(plainWords(called)).includes('search');
  return buttons.find(says) ?? submits[0] ?? (buttons.length === 1 || isSearch ? (buttons[0] ?? null) : null);
}
