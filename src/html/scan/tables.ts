import type { AttributeList } from '../../dom/reading/attributes.ts';
import { AttributeList as Attributes } from '../../dom/reading/attributes.ts';
import { giveUp, inTables, type Outline } from './outline.ts';
import { type Rule, ruleOf } from './rules.ts';

/** Where in a table, a choice or neither the page is (the insertion modes of HTML §13.2.4.1). */
export type Mode = 'body' | 'table' | 'rows' | 'row' | 'cell' | 'caption' | 'columns' | 'select';

const bodies = new Set(['tbody', 'thead', 'tfoot']);
const modes: Readonly<Record<string, Mode>> = {
  table: 'table',
  tbody: 'rows',
  thead: 'rows',
  tfoot: 'rows',
  tr: 'row',
  td: 'cell',
  th: 'cell',
  caption: 'caption',
  colgroup: 'columns',
  select: 'select',
};

const none = new Attributes();
const [tbody, tr, colgroup] = [ruleOf('tbody'), ruleOf('tr'), ruleOf('colgroup')];

/** The mode that the open elements say. */
export function modeOf({ rules, drawn, depth }: Outline): Mode {
  for (let at = depth - 1; at > 0; at--) {
    const mode = drawn[at] === false ? modes[(rules[at] as Rule).tag] : undefined;
    if (mode !== undefined) return mode;
  }
  return 'body';
}

/** Begins a part of a table; outside of tables such a tag says nothing. Gives the mode that follows. */
export function beginPart(outline: Outline, mode: Mode, rule: Rule, attributes: AttributeList): Mode {
  const { tag } = rule;
  switch (mode) {
    case 'body':
      return mode;
    case 'select':
      return giveUp();
    case 'cell':
      closeCell(outline);
      return beginPart(outline, 'row', rule, attributes);
    case 'caption':
      outline.closeTo(outline.inScope('caption', inTables), true);
      return beginPart(outline, 'table', rule, attributes);
    case 'columns':
      return beginInColumns(outline, rule, attributes);
    case 'row':
      if (tag === 'td' || tag === 'th') return pushed(outline, rule, attributes, 'cell');
      outline.pop();
      return beginPart(outline, 'rows', rule, attributes);
    case 'rows':
      if (tag === 'tr') return pushed(outline, rule, attributes, 'row');
      if (tag === 'td' || tag === 'th') {
        outline.push(tr, none);
        return beginPart(outline, 'row', rule, attributes);
      }
      outline.pop();
      return beginPart(outline, 'table', rule, attributes);
    case 'table':
      return beginInTable(outline, rule, attributes);
  }
}

function beginInTable(outline: Outline, rule: Rule, attributes: AttributeList): Mode {
  switch (rule.tag) {
    case 'caption':
      return pushed(outline, rule, attributes, 'caption');
    case 'colgroup':
      return pushed(outline, rule, attributes, 'columns');
    case 'col':
      outline.push(colgroup, none);
      outline.add(rule, attributes);
      return 'columns';
    case 'td':
    case 'th':
    case 'tr':
      outline.push(tbody, none);
      return beginPart(outline, 'rows', rule, attributes);
    default:
      return pushed(outline, rule, attributes, 'rows');
  }
}

function beginInColumns(outline: Outline, rule: Rule, attributes: AttributeList): Mode {
  if (rule.tag !== 'col') {
    outline.pop();
    return beginPart(outline, 'table', rule, attributes);
  }
  outline.add(rule, attributes);
  return 'columns';
}

function pushed(outline: Outline, rule: Rule, attributes: AttributeList, mode: Mode): Mode {
  outline.push(rule, attributes);
  return mode;
}

/** Ends a table or a part of one; gives the mode that follows. */
export function endPart(outline: Outline, mode: Mode, tag: string): Mode {
  switch (mode) {
    case 'body':
      return mode;
    case 'select':
      return giveUp();
    case 'cell':
      return endInCell(outline, tag);
    case 'caption':
      if (tag !== 'caption' && tag !== 'table') return mode;
      outline.closeTo(outline.inScope('caption', inTables), true);
      return tag === 'table' ? endPart(outline, 'table', tag) : 'table';
    case 'columns':
      if (tag === 'col') return mode;
      outline.pop();
      return tag === 'colgroup' ? 'table' : endPart(outline, 'table', tag);
    case 'row':
      if (tag !== 'tr' && tag !== 'table' && !bodies.has(tag)) return mode;
      outline.pop();
      return tag === 'tr' ? 'rows' : endPart(outline, 'rows', tag);
    case 'rows':
      if (tag !== 'table' && outline.top.tag !== tag) return mode;
      outline.pop();
      return tag === 'table' ? endPart(outline, 'table', tag) : 'table';
    case 'table':
      if (tag !== 'table') return mode;
      outline.pop();
      return modeOf(outline);
  }
}

function endInCell(outline: Outline, tag: string): Mode {
  if (tag === 'td' || tag === 'th') {
    const place = outline.inScope(tag, inTables);
    if (place < 0) return 'cell';
    outline.closeTo(place, true);
    return 'row';
  }
  if (tag !== 'table' && tag !== 'tr' && !bodies.has(tag)) return 'cell';
  if (outline.inScope(tag, inTables) < 0) return 'cell';
  closeCell(outline);
  return endPart(outline, 'row', tag);
}

function closeCell(outline: Outline): void {
  const place = Math.max(outline.inScope('td', inTables), outline.inScope('th', inTables));
  outline.closeTo(place, true);
}
