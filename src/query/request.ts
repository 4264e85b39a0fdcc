import { nameFrom } from '../extract/naming/words.ts';
import { ArgiopeError } from '../model/errors.ts';
import { meaningOf } from './concepts.ts';
import type { Comparison, QueryCondition, QueryRequest } from './types.ts';

const part =
  /^\s*(?<field>[\p{L}_][\p{L}\p{N}_ -]{0,40}?)\s*(?<sign>>=|<=|!=|≥|≤|≠|=|:|：|＝|>|<)\s*(?<value>.+?)\s*$/su;
const signs: Readonly<Record<string, Comparison>> = {
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
  ':': '=',
  '：': '=',
  '＝': '=',
};

/** Reads a request: conditions and words, with commas between them; `year=2018..2020` is a range. */
export function parseRequest(text: string): QueryRequest {
  const conditions: QueryCondition[] = [];
  const words: string[] = [];
  for (const piece of piecesOf(text)) {
    const { field, sign = '', value = '' } = part.exec(piece)?.groups ?? {};
    if (field === undefined) words.push(...wordsIn(piece));
    else conditions.push(...conditionsOf(field.trim(), signs[sign] ?? (sign as Comparison), unquoted(value)));
  }
  if (conditions.length + words.length === 0)
    throw new ArgiopeError('USAGE', 'a query needs words or conditions, and there are none', {
      advice: 'for example: argiope query "author=张伟, year>=2020"',
    });
  return { text, conditions, words };
}

/** Parts between commas that are not inside quotes. */
function piecesOf(text: string): readonly string[] {
  const found = text.match(/(?:[^,，;；"“”]|["“][^"“”]*["”]|["“”])+/gu) ?? [];
  return found.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

function wordsIn(piece: string): readonly string[] {
  return [...piece.matchAll(/["“]([^"“”]*)["”]|([^\s"“”]+)/gu)]
    .map(([, phrase, word]) => (phrase ?? word ?? '').trim())
    .filter((word) => word !== '');
}

function conditionsOf(said: string, sign: Comparison, value: string): readonly QueryCondition[] {
  const found = meaningOf(said);
  const field = found !== null && found.likeness >= 0.6 ? found.name : nameFrom(said);
  const [, from, to] = /^(.+?)\s*(?:\.\.|…)\s*(.+)$/.exec(value) ?? [];
  if (sign !== '=' || from === undefined || to === undefined) return [{ field, said, sign, value }];
  return [
    { field, said, sign: '>=', value: from },
    { field, said, sign: '<=', value: to },
  ];
}

function unquoted(value: string): string {
  return value.replace(/^["“](.*)["”]$/s, '$1').trim();
}

/** A condition as it is told of. */
export function conditionText({ said, sign, value }: QueryCondition): string {
  return `${said}${sign}${value}`;
}
