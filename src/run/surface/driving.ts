import { formKey } from '../../derive/index.ts';
import { visibleText } from '../../dom/text.ts';
import { elementsOf } from '../../dom/xpath.ts';
import { textIn } from '../../forms/flow.ts';
import {
  type AskedValues,
  type FormField,
  inputName,
  isButton,
  ownValues,
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
  /** What can be filled in on the way. */
  readonly steps: readonly StepField[];
}

/** A field of an earlier step of a form: it is filled in before the event that leads on. */
export interface StepField {
  /** What it is called in questions. */
  readonly name: string;
  readonly field: FormField;
  /** Place of that event on the way to the form. */
  readonly at: number;
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
  await driving.open(values);
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

  async open(values: AskedValues): Promise<void> {
    const { address, path, steps } = this.#place;
    this.#capture = await this.#tab.open(address);
    const asked = steps.filter(({ name }) => values[name] !== undefined);
    for (const [at, order] of path.entries()) {
      for (const { name, field } of asked.filter((step) => step.at === at))
        await this.#fire(this.#fillOrder(this.#shownField(field), values[name] ?? ''));
      // What was chosen on the way is replaced by what is asked for.
      if (!asked.some(({ field }) => field.xpath === order.xpath)) await this.#fire(order);
    }
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
      if (value === undefined || isButton(field.control) || field.unseen) continue;
      await this.#fire(this.#fillOrder(this.#fieldNow(field), value));
    }
    await this.#fillRequired(values);
  }

  /** What has to be chosen before a form may be sent, and nobody asks for: the first of it. */
  async #fillRequired(values: AskedValues): Promise<void> {
    for (const field of this.#formNow().fields) {
      const { control, required, unseen, disabled, options } = field;
      if (!required || unseen || disabled || inputName(field, this.#place.form) in values) continue;
      if (control !== 'select' && control !== 'radio') continue;
      if (ownValues(field).some((value) => value !== '')) continue;
      const first = options.find(({ value }) => value !== '');
      if (first !== undefined) await this.#fire(this.#fillOrder(field, first.value));
    }
  }

  async send(): Promise<void> {
    const form = this.#formNow();
    const button = buttonOf(form);
    if (button !== null) {
      await this.#fire(orderOn(button, 'click'));
      if (!this.#isAnswered && (await this.#takeSuggestion())) await this.#press();
      return;
    }
    if ((await this.#takeSuggestion()) && (await this.#press())) return;
    const box = form.fields.find(({ control, unseen }) => control === 'text' && !unseen);
    // What answers while one types is answered: Enter would take the first of what it found.
    if (box !== undefined && !this.#isAnswered)
      await this.#fire({ ...orderOn(box, 'keydown'), value: 'Enter' });
    if (!this.#isAnswered && form.shape === 'form')
      await this.#fire({ id: null, xpath: form.xpath, event: 'submit' });
  }

  /** Presses the button that sends, where there is one by now. */
  async #press(): Promise<boolean> {
    const button = buttonOf(this.#formNow());
    if (button !== null) await this.#fire(orderOn(button, 'click'));
    return button !== null;
  }

  /**
   * Takes the first of what a box suggests that speaks of what was typed, where a form waits for that; says whether
   * there was one. Boxes that are no such form are answered by what they suggest.
   */
  async #takeSuggestion(): Promise<boolean> {
    const form = this.#formNow();
    const waits = form.fields.some(({ control, disabled }) => isButton(control) && disabled === true);
    if (!waits && buttonOf(form) === null) return false;
    const known = new Set(suggestionsIn(this.#before).map(({ text }) => text));
    const first = suggestionsIn(this.#now.document).find(({ text }) => !known.has(text));
    if (first === undefined) return false;
    await this.#fire({ id: null, xpath: first.xpath, event: 'click' });
    return true;
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

  /** Something was asked for. */
  get #isSent(): boolean {
    return this.#requests.length + this.#blocked.length > 0 || this.#leaves !== null;
  }

  /** The same, or typing alone has brought something up. */
  get #isAnswered(): boolean {
    if (this.#isSent) return true;
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

  /** A field of an earlier step as it stands now. */
  #shownField(field: FormField): FormField {
    const all = pageForms(this.#now.document).flatMap(({ fields }) => fields);
    return (
      all.find(({ xpath, control }) => xpath === field.xpath && control === field.control) ??
      all.find(({ name, id }) => name === field.name && id === field.id) ??
      field
    );
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

/** What a page suggests to whoever types. */
function suggestionsIn(
  document: DocumentTree | null,
): readonly { readonly xpath: string; readonly text: string }[] {
  if (document === null) return [];
  const found: { xpath: string; text: string }[] = [];
  for (const { node, xpath } of elementsOf(document)) {
    const { role = '', class: names = '' } = node.attrs ?? {};
    if (role !== 'option' && !suggestion.test(names)) continue;
    const text = textIn(node);
    if (text !== '' && !found.some((one) => xpath.startsWith(one.xpath))) found.push({ xpath, text });
  }
  return found;
}

/** What widgets call one thing that they suggest. */
const suggestion =
  /(?:^|\s)(?:ui-menu-item|tt-suggestion|autocomplete-(?:item|suggestion|option)|suggestion(?:-item)?|typeahead-item|aa-item)(?:\s|$)/i;

function orderOn({ id, xpath }: Pick<FormField, 'id' | 'xpath'>, event: string): FireOrder {
  return { id: id === '' ? null : id, xpath, event };
}

/** Buttons that undo what was typed, or put the form away. */
const undoes: ReadonlySet<string> = new Set(['clear', 'cancel']);
/** The sign that such buttons carry. */
const undoSign = /^\s*[×✕✖✗⨯╳❌🗙]\s*$/u;

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
      !undoSign.test(field.label || field.value) &&
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
