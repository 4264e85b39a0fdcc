import type { DiffHunk, PageHistory, VersionDiff } from '../model/history.ts';
import { counted } from './figures.ts';
import { clean, cut, wrap } from './terminal.ts';

/** How a history is shown. */
export interface HistoryView {
  readonly colour: boolean;
  readonly columns: number;
}

type Paint = (text: string, code: number) => string;

/** The versions of a page with what each has changed, newest first. */
export function historyText(history: PageHistory, { colour, columns }: HistoryView): string {
  const paint: Paint = (text, code) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const { versions, diffs } = history;
  const lines = [...headOf(history, columns), ''];
  for (const { version, capturedAt, title } of versions.toReversed()) {
    const name = `version ${version}`;
    const moment = capturedAt.slice(0, 16).replace('T', ' ');
    lines.push(cut(`${paint(name, 1)}  ${moment}  ${clean(title)}`, columns + (colour ? 8 : 0)));
    const diff = diffs.find(({ to }) => to === version);
    lines.push(...(diff ? diffText(diff, columns, paint) : []), '');
  }
  return lines.join('\n');
}

function headOf(history: PageHistory, columns: number): readonly string[] {
  const { number, address, label, versions, checks, firstSeen, lastSeen, goneAt } = history;
  const day = (moment: string) => moment.slice(0, 10);
  const seen = `${counted(versions.length, 'version')}, seen ${counted(checks + 1, 'time')} ${period(day(firstSeen), day(lastSeen))}`;
  const gone = goneAt === null ? '' : `; gone since ${day(goneAt)}`;
  const head = [`page ${number}  ${clean(label)}`, clean(address)].map((line) => cut(line, columns));
  return [...head, ...wrap(`${seen}${changesText(history)}${gone}`, columns)];
}

/** How often it has changed: how often it does is said from two changes on. */
function changesText({ checks, changes, perDay }: PageHistory): string {
  if (changes === 0 || perDay === null) return checks === 0 ? '' : '; no change was seen';
  if (changes === 1) return '; it has changed once';
  return `; it has changed ${changes} times, about every ${spanOf(1 / perDay)}`;
}

function period(from: string, to: string): string {
  return from === to ? `on ${from}` : `from ${from} to ${to}`;
}

/** A length of time in its greatest unit, from days. */
function spanOf(days: number): string {
  if (days < 1 / 24) return counted(Math.max(1, Math.round(days * 1440)), 'minute');
  if (days < 1) return counted(Math.round(days * 24), 'hour');
  return days < 60 ? counted(Math.round(days), 'day') : counted(Math.round(days / 30), 'month');
}

function diffText(diff: VersionDiff, columns: number, paint: Paint): readonly string[] {
  const { from, added, removed, hunks } = diff;
  if (hunks.length === 0) return [`  as version ${from} in what is compared (--html compares the documents)`];
  const head = `  ${counted(added, 'line')} added, ${removed} taken away since version ${from}`;
  return [head, ...hunks.flatMap((hunk, at) => hunkText(hunk, at > 0, columns, paint))];
}

function hunkText({ lines }: DiffHunk, isLater: boolean, columns: number, paint: Paint): readonly string[] {
  const shown = lines.flatMap(({ sign, text }) =>
    wrap(clean(text), columns - 4).map((piece) => {
      const line = `  ${sign} ${piece}`.trimEnd();
      return sign === '+' ? paint(line, 32) : sign === '-' ? paint(line, 31) : line;
    }),
  );
  return isLater ? ['  …', ...shown] : shown;
}
