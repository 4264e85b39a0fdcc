import type { DocumentTree, ElementNode } from '../model/document.ts';
import { type Around, type ControlItem, type Flow, flowOf, textIn } from './flow.ts';
import { besideOf, labelOf } from './label.ts';
import type { FieldControl, FieldOption, FormField, PageForm } from './types.ts';

/** One form before its fields are read. */
interface Group {
  readonly xpath: string;
  readonly node: ElementNode;
  readonly shape: PageForm['shape'];
  readonly heading: string;
  readonly base: string;
  readonly controls: ControlItem[];
}

/** Forms and controls of a page that are looked at: each is compared with the others. */
const [mostForms, mostControls] = [500, 2_000] as const;
/** Characters of a form's own words. */
const mostWords = 2_000;

/** Every form of a document, and every box with a button that no form element holds, in document order. */
export function pageForms(document: DocumentTree): readonly PageForm[] {
  const flow = flowOf(document);
  const groups = new Map<string, Group>();
  for (const { node, xpath, heading, document: own } of flow.forms.slice(0, mostForms))
    groups.set(xpath, { node, xpath, heading, shape: 'form', base: own.base, controls: [] });
  const free: ControlItem[] = [];
  let controls = 0;
  for (const item of flow.items) {
    if (item.kind !== 'control') continue;
    if (++controls > mostControls) break;
    const owner = ownerOf(item, flow);
    if (owner === null) free.push(item);
    else groups.get(owner)?.controls.push(item);
  }
  for (const group of boxesOf(free, flow, document.base)) groups.set(group.xpath, group);
  const words = wordsIn(groups, flow);
  return [...groups.values()].map((group) => described(group, flow, words.get(group.xpath) ?? ''));
}

/** The form that a control belongs to: the one it names, else the one around it. */
function ownerOf({ node, within }: ControlItem, { forms }: Flow): string | null {
  const named = node.attrs?.form;
  if (named !== undefined) {
    const form = forms.find((one) => one.node.attrs?.id === named);
    if (form !== undefined) return form.xpath;
  }
  return within.form?.xpath ?? null;
}

/** Levels between a box and the element around it and its button: 4 hold for all of the widgets that were looked at. */
const mostLevels = 4;
/** Fields that still are one question. */
const mostFields = 12;

/** Fields without a form, each with the buttons beside it. */
function boxesOf(free: readonly ControlItem[], flow: Flow, base: string): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const box of free.filter(takesText)) {
    const inside = ({ xpath }: Around) => free.filter((item) => isInside(item, xpath));
    const shared = aroundButton(box, free);
    // Buttons of a whole table or page are not the box's own.
    const own = shared !== undefined && inside(shared).length <= mostFields ? shared : undefined;
    const around = own ?? (asksAlone(box, flow) ? aroundOf(box, 1) : undefined);
    if (around === undefined || groups.has(around.xpath)) continue;
    const controls = inside(around);
    if (controls.length > mostFields) continue;
    groups.set(around.xpath, { ...around, shape: 'box', heading: '', base, controls });
  }
  return [...groups.values()];
}

function takesText({ node }: ControlItem): boolean {
  return node.tag === 'textarea' || textControls.has(controlOf(node)) || node.attrs?.role === 'searchbox';
}

const textControls: ReadonlySet<FieldControl> = new Set(['text', 'number', 'date', 'email', 'tel', 'url']);

/** A box that needs no button: it says itself that it searches, and takes Enter. */
function asksAlone(item: ControlItem, flow: Flow): boolean {
  const { node, within } = item;
  const { type, role, placeholder, id, name, 'aria-label': label } = node.attrs ?? {};
  const completes = node.attrs?.['aria-autocomplete'] ?? (role === 'combobox' ? 'list' : 'none');
  if (
    type === 'search' ||
    role === 'searchbox' ||
    completes !== 'none' ||
    within.around.some(({ node: one }) => isSearch(one))
  )
    return true;
  return [placeholder, id, name, label, labelOf(item, flow)].some(
    (text) => text !== undefined && searches.test(text),
  );
}

/** What boxes say that search while one types. */
const searches = /search|\bsuche|recherche|\bbusca|поиск|搜|查询|查詢|检索|檢索|查找/i;

/** The smallest element around a box and a button. */
function aroundButton(box: ControlItem, free: readonly ControlItem[]): Around | undefined {
  const buttons = free.filter(({ node }) => isButton(controlOf(node)));
  for (let level = 1; level <= mostLevels; level++) {
    const around = aroundOf(box, level);
    if (around === undefined || around.node.tag === 'body') return undefined;
    if (buttons.some((button) => isInside(button, around.xpath))) return around;
  }
  return undefined;
}

/** The element so many levels around a control. */
function aroundOf({ within }: ControlItem, level: number): Around | undefined {
  return within.around.at(-1 - level);
}

function isInside(item: ControlItem, xpath: string): boolean {
  return item.within.around.some((one) => one.xpath === xpath);
}

function isSearch({ tag, attrs }: ElementNode): boolean {
  return tag === 'search' || attrs?.role === 'search';
}

/** The first words of each form or box. */
function wordsIn(groups: ReadonlyMap<string, Group>, { items }: Flow): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const item of items) {
    if (item.kind !== 'text') continue;
    const { form, around } = item.within;
    for (const xpath of new Set([form?.xpath ?? '', ...around.map((one) => one.xpath)])) {
      const known = words.get(xpath);
      if (!groups.has(xpath) || (known?.length ?? 0) >= mostWords) continue;
      words.set(xpath, known === undefined ? item.text : `${known} ${item.text}`.slice(0, mostWords));
    }
  }
  return words;
}

function described(
  { node, xpath, shape, heading, base, controls }: Group,
  flow: Flow,
  words: string,
): PageForm {
  const { attrs = {} } = node;
  return {
    xpath,
    shape,
    heading,
    method: methodOf(shape, attrs.method, attrs.action),
    action: actionOf(shape, attrs.action, base),
    toItself: (attrs.action ?? '').trim() === '',
    fields: fieldsOf(controls, flow),
    encoding: /multipart/i.test(attrs.enctype ?? '') ? 'multipart' : 'urlencoded',
    charset: (attrs['accept-charset'] ?? '').trim().split(/[\s,]+/)[0] ?? '',
    called: [attrs.name, attrs.id, attrs.class].filter(Boolean).join(' '),
    searches: isSearch(node) || (controls[0]?.within.around.some((one) => isSearch(one.node)) ?? false),
    words: words.slice(0, mostWords),
  };
}

function methodOf(shape: PageForm['shape'], method = 'get', action = ''): PageForm['method'] {
  if (shape === 'box' || /^\s*javascript:/i.test(action)) return 'script';
  const written = method.trim().toLowerCase();
  return written === 'post' || written === 'dialog' ? written : 'get';
}

function actionOf(shape: PageForm['shape'], action: string | undefined, base: string): string {
  if (shape === 'box') return '';
  const url = URL.parse(action ?? '', base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : '';
}

/** Fields in document order: radio buttons and check boxes of one name are one field. */
function fieldsOf(controls: readonly ControlItem[], flow: Flow): readonly FormField[] {
  const fields = new Map<string, FormField>();
  for (const item of controls) {
    const field = fieldOf(item, flow);
    const key = field.name !== '' && isChoice(field.control) ? `${field.control} ${field.name}` : item.xpath;
    const known = fields.get(key);
    fields.set(key, known === undefined ? field : joined(known, field));
  }
  return [...fields.values()];
}

function isChoice(control: FieldControl): boolean {
  return control === 'radio' || control === 'check';
}

function joined(one: FormField, other: FormField): FormField {
  const label = `${one.label} ${other.label}`.trim().slice(0, 300);
  const unseen = one.unseen && other.unseen;
  return {
    ...one,
    label,
    unseen,
    options: [...one.options, ...other.options],
    several: one.control === 'check',
  };
}

function fieldOf(item: ControlItem, flow: Flow): FormField {
  const { node, xpath, within } = item;
  const { attrs = {} } = node;
  const control = controlOf(node);
  const label = labelOf(item, flow);
  return {
    control,
    xpath,
    label,
    beside: besideOf(item, flow),
    name: attrs.name ?? '',
    id: attrs.id ?? '',
    placeholder: attrs.placeholder ?? '',
    autocomplete: attrs.autocomplete ?? '',
    value: node.value ?? attrs.value ?? '',
    options: optionsOf(node, control, label),
    several: attrs.multiple !== undefined,
    required: attrs.required !== undefined || attrs['aria-required'] === 'true',
    unseen: within.unseen || control === 'hidden',
    maxLength: attrs.maxlength && /^\d+$/.test(attrs.maxlength) ? Number(attrs.maxlength) : null,
    ...(/^\d{1,3}$/.test(attrs.minlength ?? '') && { minLength: Number(attrs.minlength) }),
    ...(attrs.pattern && { pattern: attrs.pattern }),
    ...(attrs.disabled !== undefined && { disabled: true }),
    ...(attrs.readonly !== undefined && { readOnly: true }),
    ...(attrs.type?.toLowerCase() === 'image' && { isImage: true }),
    ...(moments.has(attrs.type?.toLowerCase() ?? '') && { moment: attrs.type?.toLowerCase() as Moment }),
    ...((attrs.min ?? attrs.max) !== undefined && {
      bounds: { min: attrs.min ?? '', max: attrs.max ?? '', step: attrs.step ?? '' },
    }),
  };
}

function optionsOf(node: ElementNode, control: FieldControl, label: string): readonly FieldOption[] {
  if (isChoice(control)) {
    const chosen = node.checked ?? node.attrs?.checked !== undefined;
    return [{ value: node.attrs?.value ?? 'on', text: label, ...(chosen && { chosen }) }];
  }
  if (control !== 'select') return [];
  const found: FieldOption[] = [];
  listOptions(node, found);
  return found;
}

function listOptions(node: ElementNode, found: FieldOption[]): void {
  for (const kid of node.kids ?? []) {
    if (typeof kid === 'string') continue;
    if (kid.tag !== 'option') listOptions(kid, found);
    else {
      const text = kid.attrs?.label ?? textIn(kid);
      const chosen = kid.selected ?? kid.attrs?.selected !== undefined;
      found.push({ value: kid.attrs?.value ?? text, text, ...(chosen && { chosen }) });
    }
  }
}

type Moment = NonNullable<FormField['moment']>;
const moments: ReadonlySet<string> = new Set<Moment>(['month', 'week', 'time', 'datetime-local']);

const byType: Readonly<Record<string, FieldControl>> = {
  password: 'password',
  number: 'number',
  range: 'number',
  email: 'email',
  tel: 'tel',
  url: 'url',
  date: 'date',
  month: 'date',
  week: 'date',
  time: 'date',
  'datetime-local': 'date',
  radio: 'radio',
  checkbox: 'check',
  file: 'file',
  hidden: 'hidden',
  submit: 'submit',
  image: 'submit',
  reset: 'reset',
  button: 'button',
};

/** What kind of control an element is. */
export function controlOf({ tag, attrs }: ElementNode): FieldControl {
  const type = attrs?.type?.trim().toLowerCase() ?? '';
  if (tag === 'select') return 'select';
  if (tag === 'textarea') return 'area';
  if (tag === 'button') return type === 'button' || type === 'reset' ? type : 'submit';
  if (tag === 'input') return byType[type] ?? 'text';
  return attrs?.role === 'searchbox' ? 'text' : 'button';
}

export function isButton(control: FieldControl): boolean {
  return control === 'submit' || control === 'button' || control === 'reset';
}

/** What a field is called when a form is asked: its name, else its id, else its place in the form. */
export function inputName({ name, id, xpath }: FormField, form: Pick<PageForm, 'xpath'>): string {
  return name || id || xpath.replace(`${form.xpath}/`, '');
}
