import type { ExtractSummary } from '../run/extraction/summary.ts';
import { count, counted, duration } from './figures.ts';
import { shortPath } from './summary.ts';
import { clean, cut, pad, usualColumns, wrap } from './terminal.ts';

const mostSteps = 20;
/** Lines that the fields of one template take. */
const mostLines = 2;

/**
 * The result of an extraction for a terminal: templates with their surest fields (`whole`: with all), what changed,
 * and where it is.
 */
export function extractTable(result: ExtractSummary, cwd: string, whole = false): string {
  const { pages, records, rejected, seconds, templates, alarms } = result;
  const counts = [
    counted(pages, 'page'),
    counted(records, 'record'),
    ...(rejected > 0 ? [`${count(rejected)} rejected`] : []),
    ...(alarms > 0 ? [`${counted(alarms, 'alarm')} (--report shows them)`] : []),
    duration(seconds),
  ];
  const blocks = [
    [counts.join(', ')],
    templates.length === 0 ? [] : templateLines(result, whole),
    hintLines(result),
    missingLines(result),
    stepLines(result),
    result.files.map((file) => shortPath(file, cwd)),
    result.report === null ? [] : [`open ${shortPath(result.report, cwd)}`],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function templateLines({ templates }: ExtractSummary, whole: boolean): readonly string[] {
  const width = Math.min(24, Math.max(8, ...templates.map(({ name }) => clean(name).length)));
  const head = `${pad('template', width)}  ${pad('pages', 6, 'right')}  ${pad('records', 7, 'right')}  fields`;
  const indent = width + 19;
  const rows = templates.flatMap(({ name, pages, records, fields, neutral }) => {
    const left = `${pad(cut(clean(name), width), width)}  ${pad(String(pages), 6, 'right')}  ${pad(String(records), 7, 'right')}  `;
    const lines = fieldLines(fields.map(readable), neutral, usualColumns - indent, whole);
    return [`${left}${lines[0]}`, ...lines.slice(1).map((line) => ' '.repeat(indent) + line)];
  });
  return [head, ...rows];
}

/** As many of the fields, which come surest first, as there is room for, and how many there are beyond them. */
function fieldLines(
  fields: readonly string[],
  neutral: number,
  width: number,
  whole: boolean,
): readonly string[] {
  for (let shown = fields.length; ; shown--) {
    const left = fields.length - shown;
    const rest = [...(left > 0 ? [`${left} more`] : []), ...(neutral > 0 ? [`${neutral} unnamed`] : [])].join(
      ', ',
    );
    const named = fields.slice(0, shown).join(', ');
    const text = [named, rest].filter((part) => part !== '').join(' and ');
    const lines = wrap(text === '' ? 'none' : text, width);
    if (whole || lines.length <= mostLines || shown <= 1) return lines;
  }
}

/** `l88/seller`, a field of the items of a list, as people say it. */
function readable(field: string): string {
  const at = field.indexOf('/');
  return at < 0 ? clean(field) : `${clean(field.slice(at + 1))} (of items)`;
}

/** What to do where pages or lists have data and records have none. */
function hintLines({ records, templates }: ExtractSummary): readonly string[] {
  const isBare = templates.some(({ fields, neutral }) => fields.length === 0 && neutral > 0);
  if (!isBare && (records > 0 || templates.every(({ neutral }) => neutral === 0))) return [];
  const where = records > 0 ? ' of some templates' : '';
  const text = `No field${where} has a name that is sure enough: --all-fields writes them under neutral names, --schema and --prior say what is wanted, --report shows what is there.`;
  return wrap(text, usualColumns);
}

/** What to do where the schema wants more than the rules give. */
function missingLines({ missing = [], steps }: ExtractSummary): readonly string[] {
  if (missing.length === 0) return [];
  const isLearned = steps.some(({ kind }) => kind === 'induced' || kind === 'reinduced');
  const why = isLearned
    ? 'x-labels in the schema and --prior help to find them.'
    : 'The rules are from before this run: --rules none learns them anew.';
  return wrap(`Wanted by the schema, but in no rules: ${missing.join(', ')}. ${why}`, usualColumns);
}

function stepLines({ steps }: ExtractSummary): readonly string[] {
  const told = steps.filter(({ kind }) => kind !== 'induced');
  const lines = told.slice(0, mostSteps).flatMap(({ template, kind, field, text }) => {
    const place = field === null ? clean(template) : `${clean(template)}/${clean(field)}`;
    const [first = '', ...rest] = wrap(`${place} ${kind}: ${clean(text)}`, usualColumns - 2);
    return [first, ...rest.map((line) => `  ${line}`)];
  });
  return told.length > mostSteps
    ? [...lines, `… and ${told.length - mostSteps} more (--json has all)`]
    : lines;
}
