import { html, type Markup } from '../../reports/markup.ts';
import { factList, reportPage } from '../../reports/page.ts';
import { markOf } from '../../reports/palette.ts';
import { isNeutral } from '../session/records.ts';
import type { ExtractSession } from '../session/session.ts';
import type { LiveTemplate, TemplateStep } from '../session/template.ts';
import type { FieldRule } from '../types.ts';
import { drawPage, type Marks } from './drawing.ts';
import { extractStyle } from './style.ts';
import { valueTable } from './values.ts';

/** Fields without names that a report shows: enough to see what else there is. */
const mostNeutral = 12;
const mostAlarms = 20;
const longestExpression = 20_000;

/** The report of an extraction as one page that runs nothing and asks for nothing. */
export function extractReport(domain: string, session: Pick<ExtractSession, 'templates' | 'steps'>): string {
  const templates = session.templates
    .filter(({ pages }) => pages > 0)
    .toSorted((one, other) => other.pages - one.pages);
  const head = {
    title: `Records of ${domain}`,
    policy: "default-src 'none'; style-src 'unsafe-inline'",
    style: extractStyle,
  };
  return reportPage(
    head,
    html`<h1>Records of ${domain}</h1>
${factsOf(templates, session.steps)}
<main>
${stepSection(session.steps)}
${templates.map((template, place) => templateSection(template, place))}
</main>`,
  );
}

function factsOf(templates: readonly LiveTemplate[], steps: readonly TemplateStep[]): Markup {
  const sum = (count: (template: LiveTemplate) => number) =>
    templates.reduce((all, each) => all + count(each), 0);
  const facts: readonly (readonly [string, number])[] = [
    ['templates', templates.length],
    ['pages', sum(({ pages }) => pages)],
    ['records', sum(({ records }) => records)],
    ['named fields', sum(({ rules }) => rules.fields.filter(({ name }) => !isNeutral(name)).length)],
    ['alarms', sum(({ alarms }) => alarms.length)],
    ['changes', steps.filter(({ kind }) => kind === 'changed').length],
  ];
  return factList(facts);
}

function stepSection(steps: readonly TemplateStep[]): Markup | null {
  if (steps.length === 0) return null;
  const lines = steps.map(({ template, kind, field, text }) => {
    const place = field === null ? template : `${template} / ${field}`;
    return html`<tr><th scope="row">${place}</th><td class="${kind === 'lost' || kind === 'changed' ? 'low' : 'yes'}">${kind}</td><td class="long">${text}</td></tr>`;
  });
  return html`<section><h2>What was done</h2><div class="wide"><table><thead><tr><th>where</th><th>what</th><th>how</th></tr></thead><tbody>${lines}</tbody></table></div></section>`;
}

function templateSection(template: LiveTemplate, place: number): Markup {
  const { rules, pages, records, shown } = template;
  const fields = shownFields(template);
  const sample = tellingPage(shown);
  return html`<section id="template-${place + 1}"><h2>${template.name}</h2>
<p class="hint">Version ${rules.version}; ${pages} pages, ${records} records; rules learned from ${rules.pages.length} pages.</p>
${legend(fields)}
${sample === undefined ? null : html`<figure><div class="page" tabindex="0">${drawPage(sample.page, marksOf(fields, sample.applied))}</div><figcaption class="hint">Page ${sample.page.name}${sample.page.url === null ? null : html`, <span class="long">${sample.page.url}</span>`}, simplified; what is faint was taken for noise.</figcaption></figure>`}
${valueTable(template, fields)}
${expressionPart(template.expression)}
${alarmPart(template)}
</section>
`;
}

/** Fields with names, and some of those without. */
function shownFields({ rules }: LiveTemplate): readonly FieldRule[] {
  const named = rules.fields.filter(({ name }) => !isNeutral(name));
  const neutral = rules.fields.filter(
    ({ name, attribute, profile }) => isNeutral(name) && attribute === null && profile.distinct > 1,
  );
  return [...named, ...neutral.slice(0, mostNeutral)];
}

function legend(fields: readonly FieldRule[]): Markup {
  const entries = fields.map(({ name, list }, place) => {
    const { letter, colour, ink } = markOf(place);
    return html`<li><b style="background:${colour};color:${ink}">${letter}</b>${list === null ? name : `${list} / ${name}`}</li>`;
  });
  return html`<ul class="legend">${entries}</ul>`;
}

function marksOf(
  fields: readonly FieldRule[],
  { findings, items }: LiveTemplate['shown'][number]['applied'],
): Marks {
  const marks = new Map<number, { mark: ReturnType<typeof markOf>; name: string }>();
  for (const { rule, spots } of [...findings, ...items.flatMap((item) => item.findings)]) {
    const place = fields.indexOf(rule);
    if (place < 0) continue;
    for (const { node } of spots)
      if (!marks.has(node)) marks.set(node, { mark: markOf(place), name: rule.name });
  }
  return marks;
}

function expressionPart(expression: string | null): Markup | null {
  if (expression === null || expression === '') return null;
  const cut =
    expression.length > longestExpression ? `${expression.slice(0, longestExpression)}\n…` : expression;
  return html`<details><summary>Expression of the wrapper</summary><pre>${cut}</pre></details>`;
}

function alarmPart({ alarms }: LiveTemplate): Markup | null {
  if (alarms.length === 0) return null;
  const lines = alarms
    .slice(0, mostAlarms)
    .map(
      ({ page, field, kind, text }) =>
        html`<li><strong>${field}</strong> on page ${page}: ${kind}, ${text}</li>`,
    );
  const more =
    alarms.length > mostAlarms ? html`<p class="hint">and ${alarms.length - mostAlarms} more</p>` : null;
  return html`<h3>Alarms</h3><ul class="warnings">${lines}</ul>${more}`;
}

/** The page that shows most of the fields with names: one that lacks them would tell little. */
function tellingPage(shown: LiveTemplate['shown']): LiveTemplate['shown'][number] | undefined {
  const named = ({ applied }: LiveTemplate['shown'][number]) =>
    applied.findings.filter(({ rule, spots }) => spots.length > 0 && !isNeutral(rule.name)).length;
  return shown.reduce<LiveTemplate['shown'][number] | undefined>(
    (best, each) => (best === undefined || named(each) > named(best) ? each : best),
    undefined,
  );
}
