import type { Expression, Field, TextPart } from '../types.ts';
import { constantValues, isConstant } from './constants.ts';
import type { Draft, ElementDraft, TextDraft } from './draft.ts';
import { labelIn, labelStem, readsAsLabel } from './wording.ts';

/** What a template's drafts say when they are spelled out. */
export interface Expressed {
  readonly body: readonly Expression[];
  readonly fields: readonly Field[];
  readonly lists: readonly { readonly id: string; readonly within: string | null }[];
}

/** Attributes that carry what a page says. */
const dataAttributes = ['href', 'src', 'alt', 'title', 'content', 'datetime', 'value'] as const;

/** Share of the peers that may lack something without making it optional: one odd page must not. */
const oddShare = 0.1;

/** Wordings of a text that are remembered with it. */
const fewTexts = 4;

/** Spells out drafts as an expression, numbering fields and lists in document order. */
export function express(drafts: readonly Draft[]): Expressed {
  const speller = new Speller(constantValues(drafts));
  return { body: speller.sequence(drafts, null), fields: speller.fields, lists: speller.lists };
}

class Speller {
  readonly fields: Field[] = [];
  readonly lists: { readonly id: string; readonly within: string | null }[] = [];
  readonly #values: ReadonlySet<TextDraft>;

  constructor(values: ReadonlySet<TextDraft>) {
    this.#values = values;
  }

  sequence(drafts: readonly Draft[], list: string | null): Expression[] {
    const spelled: Expression[] = [];
    for (let at = 0; at < drafts.length; ) {
      const draft = drafts[at] as Draft;
      let next = at + 1;
      if (!isOptional(draft)) spelled.push(this.#one(draft, list));
      else {
        // What comes and goes together is one optional part.
        while (next < drafts.length && drafts[next]?.mask === draft.mask) next++;
        const body = drafts.slice(at, next).map((one) => this.#one(one, list));
        spelled.push({ kind: 'optional', body, support: draft.support });
      }
      at = next;
    }
    return spelled;
  }

  #one(draft: Draft, list: string | null): Expression {
    if (draft.kind === 'text') return this.#text(draft, list);
    if (draft.kind === 'element') return this.#element(draft, list);
    const id = `l${this.lists.length + 1}`;
    this.lists.push({ id, within: list });
    const least = draft.support < draft.of ? 0 : 1;
    return { kind: 'repeat', list: id, least, body: this.sequence(draft.body, id) };
  }

  #element(draft: ElementDraft, list: string | null): Expression {
    if (draft.opaque) {
      return { kind: 'opaque', field: this.#field(null, list, draft.support, false), tag: draft.tag };
    }
    const attrs: Record<string, string> = {};
    for (const [name, values] of draft.attributes) {
      const shared = values.length === draft.count ? sharedValue(name, values) : null;
      if (shared !== null) attrs[name] = shared;
    }
    const data: Record<string, string> = {};
    for (const name of dataAttributes) {
      const values = draft.attributes.get(name);
      if (!values || attrs[name] !== undefined) continue;
      if (values.every((value) => value.trim() === '')) continue;
      data[name] = this.#field(name, list, values.length, false);
    }
    const kids = this.sequence(draft.kids, list);
    const more = Object.keys(data).length > 0 ? { data } : {};
    return { kind: 'element', tag: draft.tag, attrs, ...more, kids };
  }

  #text(draft: TextDraft, list: string | null): Expression {
    const texts = [...draft.texts.keys()];
    const [first = ''] = texts;
    if (isConstant(draft) && this.#isTemplate(draft, first)) return { kind: 'constant', text: first };
    if (texts.every(readsAsLabel) && new Set(texts.map(labelStem)).size === 1) {
      return { kind: 'constant', text: first, or: texts.slice(1) };
    }
    const part = partOf(draft);
    const field = this.#field(null, list, draft.support, isConstant(draft) && draft.support > 1);
    const few = texts.length <= fewTexts && draft.support >= 2 * texts.length ? { texts } : {};
    return { kind: 'value', field, ...(part && { part }), ...few };
  }

  #isTemplate(draft: TextDraft, text: string): boolean {
    if (this.#values.has(draft) || partOf(draft) !== null) return false;
    return draft.support > 1 || readsAsLabel(text);
  }

  #field(attribute: string | null, list: string | null, support: number, constant: boolean): string {
    const id = `f${this.fields.length + 1}`;
    this.fields.push({ id, attribute, list, support, constant });
    return id;
  }
}

function isOptional(draft: Draft): boolean {
  if (draft.kind === 'repeat') return false;
  return draft.of - draft.support > draft.of * oddShare;
}

/** The value that all have in common; of classes and such, the words that all have. */
function sharedValue(name: string, values: readonly string[]): string | null {
  const [first = ''] = values;
  if (values.every((value) => value === first)) return first;
  if (name !== 'class') return null;
  const rest = values.map((value) => new Set(value.split(/\s+/)));
  const shared = first.split(/\s+/).filter((token) => rest.every((tokens) => tokens.has(token)));
  return shared.length > 0 ? shared.join(' ') : null;
}

/** Share of the texts that must begin with a label for it to be cut off. */
const labelShare = 0.8;

/** What follows a label in one text is a value where it is not longer than this; else it is a sentence. */
const longestValue = 120;

function partOf({ texts, support }: TextDraft): TextPart | null {
  const counts = new Map<string, number>();
  for (const [text, count] of texts) {
    const label = labelIn(text);
    if (label !== null && texts.size === 1 && text.length - label.length > longestValue) continue;
    // Several labels in one text: cutting off one would leave half a sentence.
    if (label !== null && !/\p{L}[:：]\s/u.test(text.slice(label.length)))
      counts.set(label, (counts.get(label) ?? 0) + count);
  }
  for (const [before, count] of counts) {
    if (count >= support * labelShare && (support > 1 || readsAsLabel(before))) return { before, after: '' };
  }
  return null;
}
