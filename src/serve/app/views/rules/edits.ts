/** Changes of rules before they are saved, by field: each field has one name, and is dropped, pointed at, or left. */

import type { RuleChange } from '../../../../run/labelling/change.ts';
import type { TemplateView } from '../../../api/rules.ts';

/** A field as somebody wants it; fields of the rules are known by their places, new ones by their names. */
interface Edit {
  readonly name?: string;
  readonly isDropped?: true;
  /** Numbers of texts by page. */
  readonly labels?: Readonly<Record<string, readonly number[]>>;
}

/** Edits by field. */
export type Edits = ReadonlyMap<number | string, Edit>;

/** Nothing is changed. */
export const noEdits: Edits = new Map();

/** A field gets another name; its own one is no change. */
export function withName(edits: Edits, template: TemplateView, field: number, name: string): Edits {
  const { name: _, ...rest } = edits.get(field) ?? {};
  const own = template.fields.find(({ at }) => at === field)?.name;
  return put(edits, field, name === own ? rest : { ...rest, name });
}

/** A field is dropped. */
export function withDrop(edits: Edits, field: number): Edits {
  return put(edits, field, { isDropped: true });
}

/** A text is a value of a field; a second time: it is not. */
export function withPoint(
  edits: Edits,
  template: TemplateView,
  field: number | string,
  page: string,
  number: number,
): Edits {
  const { isDropped: _, ...before } = edits.get(field) ?? {};
  const own = before.labels?.[page] ?? [];
  const numbers = own.includes(number)
    ? own.filter((each) => each !== number)
    : [...own, number].sort((a, b) => a - b);
  const { [page]: _page, ...others } = before.labels ?? {};
  const labels = numbers.length === 0 ? others : { ...others, [page]: numbers };
  const { labels: _labels, ...rest } = before;
  const isKnown = template.fields.some(({ at }) => at === field) || typeof field === 'string';
  if (!isKnown) return edits;
  return put(edits, field, Object.keys(labels).length === 0 ? rest : { ...rest, labels });
}

/** A field is as it was. */
export function withoutEdit(edits: Edits, field: number | string): Edits {
  const left = new Map(edits);
  left.delete(field);
  return left;
}

function put(edits: Edits, field: number | string, edit: Edit): Edits {
  const next = new Map(edits);
  if (Object.keys(edit).length === 0 && typeof field === 'number') next.delete(field);
  else next.set(field, edit);
  return next;
}

/** The changes as the API takes them. */
export function changesOf(edits: Edits): readonly RuleChange[] {
  const changes: RuleChange[] = [];
  for (const [field, { name, isDropped, labels }] of edits) {
    if (typeof field === 'string') {
      if (labels) changes.push({ kind: 'point', at: null, name: field, labels });
    } else if (isDropped) changes.push({ kind: 'drop', at: field });
    else {
      // A rule that is learned anew has the name that it is learned by.
      if (labels) changes.push({ kind: 'point', at: field, name: name ?? null, labels });
      else if (name !== undefined) changes.push({ kind: 'rename', at: field, to: name });
    }
  }
  return changes;
}
