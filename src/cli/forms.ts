import type { AskedForm, FormFieldRow, FormReport, FormRow } from '../model/form-report.ts';
import { counted } from './figures.ts';
import { clean, cut, pad, wrap } from './terminal.ts';

/** The forms of a crawl, those that search first; addresses are whole, so that they can be copied. */
export function formsText(report: FormReport, columns: number): string {
  const order = [...report.forms].sort((one, other) => Number(other.searchable) - Number(one.searchable));
  const lines = order.flatMap((form) => [...formLines(form, columns), '']);
  return [...lines, ...wrap(formCountsText(report), columns), ''].join('\n');
}

/** How many forms there are, and what was done with them. */
function formCountsText({ found, searchable, asked }: FormReport): string {
  if (found === 0) return 'No forms on the pages of this crawl';
  const rest = searchable === 0 ? '' : `, ${asked === 0 ? 'none' : asked} of these asked`;
  return `${counted(found, 'form')}: ${counted(searchable, 'search', 'searches')}${rest}`;
}

function formLines(form: FormRow, columns: number): readonly string[] {
  const { kind, method, action, address, pages } = form;
  const where = pages > 1 ? ` (and ${counted(pages - 1, 'page')} more)` : '';
  const fields = form.fields.filter(({ control }) => !/^(?:submit|button|reset)$/.test(control));
  const wide = Math.min(24, Math.max(0, ...fields.map(({ name }) => clean(name).length)));
  return [
    `${form.form}. ${kind}${form.searchable || kind !== 'search' ? '' : ' (not safe to ask)'}`,
    `   ${method} ${action === null ? '(by a script)' : clean(action)}`,
    `   on ${clean(address)}${where}`,
    ...(form.asked ? wrap(askedText(form.asked), columns - 3).map((line) => `   ${line}`) : []),
    ...fields.map((field) => `     ${cut(fieldText(field, wide), columns - 5)}`),
  ];
}

/** Why a form was not asked further, in words. */
const endings: Readonly<Record<string, string>> = {
  complete: 'every choice was asked, and each was shown whole',
  covered: 'by the estimate, hardly anything is left',
  little: 'the last answers brought nothing new',
  exhausted: 'nothing is left to ask with',
  ignored: 'whatever is asked, the same comes',
  shared: 'another form has found all records that it looks through',
  failing: 'it does not answer',
  excluded: 'what it asks for is left out by --scope, --include or --exclude',
  budget: 'the budget is spent: --forms-budget gives more',
  stopped: 'the crawl was stopped: crawl --forms goes on',
};

function askedText({
  submissions,
  records,
  ended,
  coverage,
  ignored,
  partly,
  withoutScripts,
}: AskedForm): string {
  const share = (part: number) => `${Math.round(part * 1000) / 10} %`;
  const known =
    coverage === undefined || ended === 'complete'
      ? ''
      : `, ${share(coverage.share)} of all by estimate (${share(coverage.low)} to ${share(coverage.high)})`;
  const idle = ignored === undefined ? '' : `; no notice is taken of ${ignored.map(clean).join(', ')}`;
  const why = endings[ended] ?? ended;
  const left =
    partly === undefined || ended === 'complete' || records === 0
      ? ''
      : `; ${counted(partly, 'answer')} showed only a part of what they hold`;
  const way = withoutScripts
    ? 'perhaps a script shows it (--engine auto)'
    : 'its way to ask is not understood';
  const hint = records === 0 && submissions > 0 ? `; if a person finds something there, ${way}` : '';
  return `asked ${counted(submissions, 'time')}: ${counted(records, 'record')}${known}; ${why}${left}${idle}${hint}`;
}

function fieldText({ name, label, kind, options }: FormFieldRow, wide: number): string {
  const choice = options > 0 ? `, ${counted(options, 'value')}` : '';
  const said = clean(label) === '' ? '' : `  ${clean(label)}`;
  return `${pad(cut(clean(name), wide), wide)}  ${kind}${choice}${said}`;
}
