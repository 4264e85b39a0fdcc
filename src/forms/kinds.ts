import { isButton } from './find.ts';
import { type KindModel, likeliestKind } from './model.ts';
import { fieldSigns, formSigns } from './signs.ts';
import type { FormField, PageForm } from './types.ts';
import weights from './weights.json' with { type: 'json' };
import { plainWords, topicsOf } from './words.ts';

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
  const { kind, confidence } = likeliestKind(models.forms, formSigns(form));
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
  if (kind !== 'search' || fields.some(({ control }) => harmful.has(control)) || isForWriting(form))
    return false;
  if (method === 'post' && !saysSearch(form)) return false;
  return fields.some(({ unseen, control }) => !unseen && !isButton(control));
}

/** What is done with a text when it is not looked for: "Save search" searches nothing. */
const writing =
  /\b(?:save|add|create|delete|remove|subscribe|send|publish|upload|vote|buy)\b|speichern|hinzuf|anlegen|löschen|entfernen|abonnieren|veröffentlichen|hochladen|abstimmen|kaufen|bestellen|保存|收藏|添加|新建|删除|发送|发表|订阅/;

/** Whether all buttons of a form say that they write something. */
function isForWriting({ fields }: PageForm): boolean {
  const said = fields
    .filter(({ control, unseen }) => isButton(control) && control !== 'reset' && !unseen)
    .map(({ label, value }) => plainWords(label || value))
    .filter((text) => text !== '');
  return said.length > 0 && said.every((text) => writing.test(text));
}

/** A form that posts may change something: it must say itself that it searches. */
export function saysSearch({ action, called, searches, fields }: PageForm): boolean {
  const buttons = fields.filter(({ control }) => isButton(control));
  const pressed = buttons.map(({ label, name }) => plainWords(`${label} ${name}`));
  const texts = [URL.parse(action)?.pathname ?? '', called].map(plainWords);
  const said = [...texts, ...pressed.filter((text) => !writing.test(text))];
  return searches || said.some((text) => topicsOf(text).includes('search'));
}
