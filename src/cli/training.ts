import type { TrainSummary, TypeSummary } from '../learn/index.ts';
import { count, counted, duration } from './figures.ts';
import { earlyEnds, shortPath } from './summary.ts';
import { pad, usualColumns, wrap } from './terminal.ts';

const endings = { done: 'everything was fired', ...earlyEnds } as const;

/** What a training came to, for people: types with their patterns, and what could not be told apart. */
export function trainTable(result: TrainSummary, cwd: string): string {
  const { types, warnings, events, seconds, stopped } = result;
  const patterns = types.reduce((sum, type) => sum + type.patterns.length, 0);
  const head =
    events.fired === 0
      ? `${counted(patterns, 'pattern')} for ${counted(types.length, 'type')}, from what was seen`
      : `${counted(patterns, 'pattern')} for ${counted(types.length, 'type')} from ${counted(events.fired, 'event')} in ${duration(seconds)}: ${endings[stopped]}`;
  const lines = [
    ...wrap(head, usualColumns),
    ...types.flatMap((type) => ['', ...typeLines(type)]),
    ...(warnings.length > 0 ? ['', 'To look at:'] : []),
    ...warnings.flatMap((text) => indented(text, '  - ')),
    '',
    `  model    ${shortPath(result.model, cwd)}`,
    ...(result.report === null ? [] : [`  report   ${shortPath(result.report, cwd)}`]),
    '',
  ];
  return lines.join('\n');
}

function typeLines(type: TypeSummary): readonly string[] {
  const { name, wanted, samples, pages, fired, useful, elsewhere, unchanged, patterns } = type;
  const what = `${name}${wanted ? ' (wanted)' : ''}: ${counted(samples, 'sample')}, ${counted(pages, 'page')} seen`;
  const figures = `${count(fired)} fired: ${count(useful)} useful, ${count(elsewhere)} elsewhere, ${count(unchanged)} nothing`;
  return [
    ...wrap(what, usualColumns),
    ...indented(figures, '  '),
    ...(patterns.length === 0 ? ['  nothing to fire'] : patterns.flatMap(patternLines)),
  ];
}

function patternLines(pattern: TypeSummary['patterns'][number]): readonly string[] {
  const { event, leadsTo, paths, support, precision, example } = pattern;
  const share = `${count(Math.round(precision * 100))} %`;
  return [
    ...indented(`${event} ${paths[0]}`, '  '),
    `      ${pad(`to ${leadsTo}`, 24)} seen ${count(support)} times, precision ${share}`.trimEnd(),
    ...(example === '' ? [] : indented(`such as ${example}`, '      ')),
  ];
}

/** A text in lines that fit, the first with a mark, the others below it. */
function indented(text: string, mark: string): readonly string[] {
  const rest = ' '.repeat(mark.length);
  return wrap(text, usualColumns - mark.length).map((line, at) => `${at === 0 ? mark : rest}${line}`);
}
