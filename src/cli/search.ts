import { join } from 'node:path';
import type { FoundPage, SearchAnswer, SearchHit } from '../run/search/answer.ts';
import { count, counted } from './figures.ts';
import { shortPath } from './summary.ts';
import { clean, cut, displayWidth, wrap } from './terminal.ts';

/** How an answer is shown. */
export interface AnswerView {
  readonly colour: boolean;
  readonly columns: number;
  readonly out: string;
  readonly cwd: string;
  readonly offset: number;
}

/** States of a hit that are shown. */
const statesShown = 3;
/** Values of a field that are counted below the hits. */
const facetsShown = 4;

/** An answer for people: each hit with its title, its place, and the text that matches. */
export function searchAnswerText(answer: SearchAnswer, view: AnswerView): string {
  const { hits, total, suggestion, inFrame, waiting, facets } = answer;
  const paint = painter(view.colour);
  const lines: string[] = [];
  for (const [at, hit] of hits.entries()) lines.push(...hitLines(hit, view.offset + at + 1, view, paint), '');
  const shown =
    hits.length < total ? `, ${count(view.offset + 1)} to ${count(view.offset + hits.length)} shown` : '';
  lines.push(
    total === 0
      ? 'nothing found'
      : `${counted(total, 'hit')}${hits.length === 0 ? ', none of them here' : shown}`,
  );
  if (suggestion !== undefined) lines.push(`did you mean: ${clean(suggestion)}`);
  if (inFrame !== undefined)
    lines.push(
      ...wrap(
        `${counted(inFrame, 'page')} of the site show this, but only in what all of them have in common`,
        view.columns,
      ),
    );
  if (waiting !== undefined)
    lines.push(
      ...wrap(`${counted(waiting, 'page')} not searched: a crawl that runs has the store`, view.columns),
    );
  for (const [name, { values, others, range }] of Object.entries(facets ?? {}).slice(0, 20)) {
    const named = values
      .slice(0, facetsShown)
      .map(({ value, count: times }) => `${clean(value).slice(0, 40)} ${count(times)}`);
    const more = values.length - named.length + others;
    const text = range
      ? `${range[0]} to ${range[1]}`
      : `${named.join(', ')}${more > 0 ? `, ${count(more)} more` : ''}`;
    lines.push(cut(`${name}: ${text}`, view.columns));
  }
  return `${lines.join('\n')}\n`;
}

type Paint = (text: string, code: string) => string;

function painter(colour: boolean): Paint {
  return (text, code) => (colour && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text);
}

function hitLines(hit: SearchHit, nth: number, view: AnswerView, paint: Paint): readonly string[] {
  const head = `${nth}. `;
  const indent = ' '.repeat(head.length);
  const width = view.columns - head.length;
  const named = `${hit.number === null ? '' : `[${hit.number}] `}${clean(hit.label || hit.title) || '(no title)'}`;
  const lines = [
    `${head}${paint(cut(named, width), '1')}`,
    `${indent}${paint(cut(placeOf(hit, view), width), '2')}`,
  ];
  lines.push(...markedLines(hit, width, paint).map((line) => `${indent}${line}`));
  const states = hit.states ?? [];
  for (const state of states.slice(0, statesShown)) {
    const step = clean(state.label).split(' › ').slice(1).join(' › ') || clean(state.label);
    lines.push(`${indent}${cut(`› [${state.number}] ${step}`, width)}`);
  }
  const more = states.length - Math.min(states.length, statesShown) + (hit.moreStates ?? 0);
  if (more > 0) lines.push(`${indent}› ${counted(more, 'more state')}`);
  return lines;
}

/** Where a page can be seen: in the mirror, else at its address. */
function placeOf({ mirror, url, entry, number }: FoundPage, { out, cwd }: AnswerView): string {
  if (mirror !== null) return shortPath(join(out, mirror), cwd);
  if (url !== null) return clean(url);
  const [first] = entry;
  return first && 'open' in first ? `${clean(first.open)}, then events (argiope open ${number})` : '';
}

/** The text of a hit on lines of a width, with the words that were asked for painted. */
function markedLines({ text, marks }: FoundPage, columns: number, paint: Paint): readonly string[] {
  const lines: string[] = [];
  let [line, width, at] = ['', 0, 0];
  const isMarked = (place: number) => marks.some(([from, to]) => place >= from && place < to);
  for (const word of text.match(/\s+|[^\s\u2e80-\uffef]+|./gu) ?? []) {
    const seen = clean(word);
    const size = displayWidth(seen);
    if (width + size > columns && width > 0) {
      lines.push(line.trimEnd());
      [line, width] = ['', 0];
    }
    if (seen === '') {
      if (width > 0 && width < columns) [line, width] = [`${line} `, width + 1];
    } else {
      const fits = cut(seen, columns);
      line += isMarked(at + (word.length > 1 ? firstMarked(word, at, isMarked) : 0))
        ? paint(fits, '1;33')
        : fits;
      width += displayWidth(fits);
    }
    at += word.length;
  }
  if (line !== '') lines.push(line.trimEnd());
  return lines.slice(0, 4);
}

/** Punctuation before a word is not part of what was found. */
function firstMarked(word: string, at: number, isMarked: (place: number) => boolean): number {
  for (let place = 0; place < word.length; place++) if (isMarked(at + place)) return place;
  return 0;
}
