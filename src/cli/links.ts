import type { LinkProblem, LinkReport } from '../model/link-problem.ts';
import { count, counted } from './figures.ts';
import { clean, cut, wrap } from './terminal.ts';

/** Pages with a link that are named below it. */
const sourcesTold = 3;

const headings = [
  ['broken', 'Broken'],
  ['redirect', 'Redirected'],
  ['duplicate', 'Other addresses of pages'],
] as const satisfies readonly (readonly [LinkProblem['kind'], string])[];

/** What is wrong with links, by kind; addresses are whole, so that they can be copied. */
export function linksText(
  report: LinkReport,
  { verbose, columns }: { readonly verbose: boolean; readonly columns: number },
): string {
  const lines: string[] = [];
  for (const [kind, heading] of headings) {
    const problems = report.problems.filter((problem) => problem.kind === kind);
    if (problems.length === 0 || (kind === 'duplicate' && !verbose)) continue;
    lines.push(`${heading} (${count(problems.length)})`, '');
    for (const problem of problems) lines.push(...problemLines(problem, columns), '');
  }
  return [...lines, ...wrap(totalsText(report, verbose), columns), ''].join('\n');
}

function totalsText({ pages, broken, redirects, duplicates }: LinkReport, verbose: boolean): string {
  const more = duplicates > 0 && !verbose ? '; --verbose lists these' : '';
  const parts = [
    counted(broken, 'broken link'),
    counted(redirects, 'redirect'),
    `${counted(duplicates, 'other address', 'other addresses')} of pages${more}`,
  ];
  return `Links of ${counted(pages, 'page')}: ${parts.join(', ')}`;
}

function problemLines(problem: LinkProblem, columns: number): readonly string[] {
  const { url, label, reason, to, code, from } = problem;
  const what = to === null ? `${clean(reason)} (${code})` : `→ ${clean(to)}`;
  const told = from.slice(0, sourcesTold).map(({ address, label }) => {
    const title = clean(label) === '' ? '' : `  ${clean(label)}`;
    return `    on ${cut(`${clean(address)}${title}`, columns - 7)}`;
  });
  const left = from.length - told.length;
  const rest = left > 0 ? [`    and on ${counted(left, 'page')} more`] : [];
  return [
    `  ${clean(url ?? label)}`,
    ...wrap(what, columns - 4).map((line) => `    ${line}`),
    ...told,
    ...rest,
  ];
}
