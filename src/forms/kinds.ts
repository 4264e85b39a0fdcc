import { isButton } from './find.ts';
import { type KindModel, likeliestKind } from './model.ts';
import { fieldSigns, formSigns } from './signs.ts';
import type { FormField, PageForm } from './types.ts';
import weights from './weights.json' with { type: 'json' };
import { plainWords, type Topic, topicsOf } from './words.ts';

/** What a form is for. */
export type FormKind =
  | 'search'
  | 'login'
  | 'registration'
  | 'recovery'
  | 'contact'
  | 'mailing list'
  | 'order'
  | 'other';

/** A field with what it takes: `email`, `search query`, `year`. */
export interface KnownField extends FormField {
  readonly kind: string;
}

/** A form that is understood. */
export interface KnownForm extends PageForm {
  readonly kind: FormKind;
  readonly confidence: number;
  /** Asking it can do no harm, and brings what a database holds. */
  readonly searchable: boolean;
  readonly fields: readonly KnownField[];
}

/** Fitted on annotated forms of real sites; `npm run bench -- deepweb --only fit` does it anew. */
const models: { readonly forms: KindModel; readonly fields: KindModel } = weights;

/** Tells what a form is for, and what its fields take. */
export function knownForm(form: PageForm): KnownForm {
  const { kind: likely, confidence } = likeliestKind(models.forms, formSigns(form));
  const kind = likely === 'other' && (narrows(form) || choosesAndSearches(form)) ? 'search' : likely;
  let previous = 'start';
  const fields = form.fields.map((field, at) => {
    if (field.unseen) return { ...field, kind: 'hidden' };
    // A box for days is one, whatever stands beside it.
    const isDay = field.control === 'date' && field.moment === undefined;
    previous = isDay ? 'full date' : likeliestKind(models.fields, fieldSigns(form, at, kind, previous)).kind;
    return { ...field, kind: previous };
  });
  return { ...form, kind: kind as FormKind, confidence, fields, searchable: isSearchable(form, kind) };
}

/** Fields that no search has, and that nobody should send anything in. */
const harmful: ReadonlySet<string> = new Set(['password', 'file']);

function isSearchable(form: PageForm, kind: string): boolean {
  const { fields, method } = form;
  if (takesCommands(form)) return false;
  if (kind !== 'search' || fields.some(({ control }) => harmful.has(control)) || doesOther(form))
    return false;
  if (method === 'post' && !saysSearch(form)) return false;
  return fields.some(({ unseen, control }) => !unseen && !isButton(control));
}

/** What buttons say that show a part of what there is. */
const narrowing =
  /\b(?:filter|narrow|refine|filtrar|filtrer|filtra|filtruj|filtrera|suodata|filtrele)\b|\bfilter|фильтр|筛选|篩選|过滤|過濾|絞り込/;
/** What buttons say that only send. */
const sending =
  /^(?:|submit|go|ok|apply|show|send query|anzeigen|anwenden|afficher|appliquer|aplicar|mostrar|确定|提交|送信)$/;

/**
 * Whether a form that speaks of nothing known narrows what its own page shows: it asks by GET, and its button says so,
 * or says nothing at all and the form leads to its own page with several fields.
 */
function narrows(form: PageForm): boolean {
  if (form.method !== 'get' || form.shape !== 'form') return false;
  const seen = form.fields.filter(({ unseen }) => !unseen);
  const buttons = seen.filter(({ control }) => isButton(control) && control !== 'reset');
  const fields = seen.filter(({ control }) => !isButton(control));
  if (fields.length === 0 || fields.some(({ control }) => control === 'area')) return false;
  const said = buttons.map(({ label, value }) => plainWords(label || value));
  if (said.some((text) => narrowing.test(text))) return true;
  const choices = fields.filter(({ control }) => control === 'text' || control === 'select');
  return form.toItself && choices.length > 1 && said.length > 0 && said.every((text) => sending.test(text));
}

/** Whether a form of choices alone says on its button that it searches. */
function choosesAndSearches(form: PageForm): boolean {
  const fields = form.fields.filter(({ unseen, control }) => !unseen && !isButton(control));
  return fields.length > 0 && fields.every(({ control }) => choices.has(control)) && saysSearch(form);
}

const choices: ReadonlySet<string> = new Set(['select', 'radio', 'check']);

/** What is done with a text when it is not looked for, in a word: "Save search" searches nothing. */
const writing =
  /\b(?:save|add|create|delete|remove|subscribe|send|publish|upload|vote|buy|supprimer|enregistrer|sauvegarder|ajouter|créer|publier|envoyer|voter|eliminar|guardar|añadir|agregar|crear|publicar|enviar|votar|quitar)\b|speichern|hinzuf|anlegen|löschen|entfernen|abonnieren|veröffentlichen|hochladen|abstimmen|kaufen|bestellen|abschicken|保存|收藏|添加|新建|删除|发送|发表|订阅/;

/** What a button speaks of that does something else than search. */
const deeds: ReadonlySet<Topic> = new Set<Topic>([
  ...(['login', 'register', 'forgot', 'password', 'subscribe', 'comment'] as const),
  ...(['cart', 'pay', 'upload', 'poll'] as const),
]);

/** What fields of a search do not take: whoever types it wants to be known or to tell something. */
const personal: ReadonlySet<Topic> = new Set<Topic>(['email', 'phone', 'comment', 'message', 'quantity']);

/** Boxes that say so take commands, and run them: `vacuum` is a word, and a whole statement of SQL. */
const commands = /\b(?:sql|sparql|cypher|gremlin|cmd|commands?|shell|console|eval)\b|命令|语句/;

/** Whether a form takes commands: a box that says so, or one of several lines that is not asked by GET. */
function takesCommands({ method, searches, fields }: PageForm): boolean {
  const boxes = fields.filter(({ control, unseen }) => typed.has(control) && !unseen);
  return boxes.some(({ control, label, placeholder, name, id }) => {
    if (control === 'area' && method !== 'get' && !searches) return true;
    return [label, placeholder, name, id].some((text) => commands.test(plainWords(text)));
  });
}

/**
 * Whether a form does something else than search, by what its buttons and its boxes speak of. One that only sends
 * ("Submit") must have a field that speaks of searching where it has a box for something else.
 */
function doesOther(form: PageForm): boolean {
  const seen = form.fields.filter(({ unseen }) => !unseen);
  const buttons = seen
    .filter(({ control }) => isButton(control) && control !== 'reset')
    .map(({ label, value }) => plainWords(label || value))
    .filter((text) => text !== '');
  const topics = buttons.map(topicsOf);
  const isDeed = (at: number) =>
    writing.test(buttons[at] ?? '') ||
    topics[at]?.some((topic) => deeds.has(topic) && !topics[at]?.includes('sort')) === true;
  const searching = topics.some((all, at) => all.includes('search') && !isDeed(at));
  if (searching) return false;
  if (topics.some((_, at) => isDeed(at))) return true;
  const boxes = seen.filter(({ control }) => typed.has(control));
  const about = boxes.flatMap(({ label, placeholder, name, control }) =>
    control === 'email' || control === 'tel'
      ? (['email'] as const)
      : topicsOf(plainWords(`${label} ${placeholder} ${name}`)),
  );
  if (form.searches || about.includes('search') || saysSearch(form)) return false;
  return boxes.some(({ control }) => control === 'area') || about.some((topic) => personal.has(topic));
}

/** Boxes that take whatever is typed. */
const typed: ReadonlySet<string> = new Set(['text', 'area', 'email', 'tel', 'url', 'number']);

/** A form that posts may change something: it must say itself that it searches. */
export function saysSearch(form: PageForm): boolean {
  const { action, called, searches, fields } = form;
  if (isSearchBox(form)) return true;
  const buttons = fields.filter(({ control }) => isButton(control));
  const pressed = buttons.map(({ label, name }) => plainWords(`${label} ${name}`));
  const texts = [URL.parse(action)?.pathname ?? '', called].map(plainWords);
  const said = [...texts, ...pressed.filter((text) => !writing.test(text))];
  return searches || said.some((text) => topicsOf(text).includes('search'));
}

/** Boxes without a form and without a button that does anything: what one says of itself is all that is said. */
function isSearchBox({ shape, fields }: PageForm): boolean {
  if (
    shape !== 'box' ||
    fields.some(({ control, label, value }) => isButton(control) && `${label}${value}` !== '')
  )
    return false;
  const boxes = fields.filter(({ control, unseen }) => control === 'text' && !unseen);
  return boxes.some(({ label, placeholder }) =>
    topicsOf(plainWords(`${label} ${placeholder}`)).includes('search'),
  );
}
