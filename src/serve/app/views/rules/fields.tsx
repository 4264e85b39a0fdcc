/** The fields of a template on the page that is shown: named, pointed at, dropped. */
import { useState } from 'preact/hooks';
import type { RulesOnPage, TemplateView } from '../../../api/rules.ts';
import type { Edits } from './edits.ts';

/** What is known of one field for the list. */
interface Row {
  readonly field: number | string;
  readonly name: string;
  readonly colour: number;
  readonly list: string | null;
  readonly values: readonly string[];
  readonly isNamed: boolean;
}

/** The list of fields. */
export function FieldList(props: {
  readonly template: TemplateView;
  readonly found: RulesOnPage | null;
  readonly edits: Edits;
  readonly aim: number | string | null;
  readonly onAim: (field: number | string | null) => void;
  readonly onName: (field: number, name: string) => void;
  readonly onDrop: (field: number) => void;
  readonly onUndo: (field: number | string) => void;
}) {
  const { template, found, edits, aim, onAim } = props;
  const rows = rowsOf(template, found, edits);
  const [added, setAdded] = useState('');
  return (
    <>
      <ul class="rules-fields">
        {rows.map((row) => (
          <FieldRow key={row.field} {...props} row={row} />
        ))}
      </ul>
      <form
        class="rules-new"
        onSubmit={(event) => {
          event.preventDefault();
          const name = added.trim();
          if (name === '') return;
          onAim(name);
          setAdded('');
        }}
      >
        <label>
          <span class="unseen">Name of a new field</span>
          <input
            value={added}
            placeholder="New field"
            maxLength={80}
            onInput={(event) => setAdded(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={added.trim() === ''}>
          Point at it
        </button>
      </form>
      {aim !== null && (
        <p class="rules-aim" role="status">
          Click the values of <b>{nameOf(rows, aim)}</b> on the page; a second click takes one back.{' '}
          <button type="button" onClick={() => onAim(null)}>
            Done
          </button>
        </p>
      )}
    </>
  );
}

function nameOf(rows: readonly Row[], aim: number | string): string {
  return rows.find(({ field }) => field === aim)?.name ?? String(aim);
}

/** Fields of the rules in their order, then those that were added; values are those of the page that is shown. */
function rowsOf(template: TemplateView, found: RulesOnPage | null, edits: Edits): readonly Row[] {
  const shown = (name: string, list: string | null) =>
    found?.fields.findIndex((field) => field.name === name && field.list === list) ?? -1;
  const known = template.fields.map(({ at, name, list, isNamed }): Row => {
    const called = edits.get(at)?.name ?? name;
    const place = shown(called, list);
    return {
      field: at,
      name: called,
      list,
      colour: place % 8,
      values: found?.fields[place]?.values ?? [],
      isNamed: isNamed || called !== name,
    };
  });
  const added = [...edits.keys()].filter((field) => typeof field === 'string');
  return [
    ...known,
    ...added.map((field): Row => {
      const place = shown(field, null);
      return {
        field,
        name: field,
        list: null,
        colour: place % 8,
        values: found?.fields[place]?.values ?? [],
        isNamed: true,
      };
    }),
  ];
}

function FieldRow({
  row,
  edits,
  aim,
  onAim,
  onName,
  onDrop,
  onUndo,
}: Parameters<typeof FieldList>[0] & { readonly row: Row }) {
  const { field, name, list, colour, values, isNamed } = row;
  const edit = edits.get(field);
  const isDropped = edit?.isDropped === true;
  return (
    <li class={isDropped ? 'dropped' : ''}>
      <div class="rules-field">
        <span class={`rules-chip c${colour < 0 ? 'x' : colour}`} aria-hidden="true" />
        {typeof field === 'number' ? (
          <input
            value={name}
            maxLength={80}
            disabled={isDropped}
            aria-label={`Name of the field ${name}`}
            onInput={(event) => onName(field, event.currentTarget.value)}
          />
        ) : (
          <b class="any">{name}</b>
        )}
        {list === null && !isDropped && (
          <button
            type="button"
            aria-pressed={aim === field}
            onClick={() => onAim(aim === field ? null : field)}
          >
            Point
            <span class="unseen"> at {name}</span>
          </button>
        )}
        {edit === undefined && typeof field === 'number' ? (
          <button type="button" onClick={() => onDrop(field)}>
            Drop
            <span class="unseen"> {name}</span>
          </button>
        ) : (
          <button type="button" onClick={() => onUndo(field)}>
            Undo
            <span class="unseen"> {name}</span>
          </button>
        )}
      </div>
      <p class="soft small any">
        {!isNamed && <span class="rules-list">has no name and is not in records · </span>}
        {list !== null && <span class="rules-list">item of {list} </span>}
        {isDropped ? 'is dropped' : valuesText(values)}
      </p>
    </li>
  );
}

function valuesText(values: readonly string[]): string {
  if (values.length === 0) return 'not on this page';
  const shown = values.slice(0, 3).map((value) => (value.length > 80 ? `${value.slice(0, 80)}…` : value));
  return `${shown.join(' · ')}${values.length > 3 ? ` and ${values.length - 3} more` : ''}`;
}
