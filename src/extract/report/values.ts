import { html, type Markup } from '../../reports/markup.ts';
import { markOf } from '../../reports/palette.ts';
import { isNeutral } from '../session/records.ts';
import type { LiveTemplate } from '../session/template.ts';
import type { FieldRule, Locator } from '../types.ts';

const mostSamples = 3;
const mostLocators = 3;

/** Fields with values that they have had, how sure they are, and how they are found. */
export function valueTable({ shown }: LiveTemplate, fields: readonly FieldRule[]): Markup {
  const rows = fields.map((rule, place) => {
    const { letter, colour, ink } = markOf(place);
    const samples = samplesOf(rule, shown);
    return html`<tr><td class="mark"><span class="key" style="background:${colour};color:${ink}">${letter}</span></td>
<td><strong>${rule.name}</strong>${rule.list === null ? null : html` <small>in ${rule.list}</small>`}${rule.because?.[0] === undefined ? null : html`<br><small>${rule.because[0]}</small>`}</td>
<td class="number">${isNeutral(rule.name) ? 'no name' : html`${bar(rule.confidence)}${rule.confidence.toFixed(2)}`}</td>
<td>${rule.profile.type}</td>
<td class="number">${rule.profile.pages - rule.profile.missing} of ${rule.profile.pages}</td>
<td class="sample">${samples.map((text) => html`<span title="${text}">${text}</span>`)}</td>
<td class="long">${rule.locators.slice(0, mostLocators).map(({ locator, support }) => html`<code>${support}× ${locatorText(locator)}</code>`)}</td></tr>`;
  });
  return html`<h3>Values</h3><div class="wide"><table class="values"><thead><tr><th></th><th>field</th><th>confidence</th><th>type</th><th>pages</th><th>values</th><th>found by</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function bar(share: number): Markup {
  return html`<span class="bar"><i style="width:${Math.round(share * 100)}%"></i></span>`;
}

/** Values of the pages that are shown, else those that the rules were learned from. */
function samplesOf(rule: FieldRule, shown: LiveTemplate['shown']): readonly string[] {
  const seen = shown.flatMap(({ applied }) =>
    [...applied.findings, ...applied.items.flatMap((item) => item.findings)]
      .filter((finding) => finding.rule === rule)
      .flatMap(({ spots }) => spots.map(({ text }) => text)),
  );
  return [...new Set([...seen, ...rule.profile.samples])].slice(0, mostSamples);
}

/** One way to a field, as people read it. */
export function locatorText(locator: Locator): string {
  const part = locator.part
    ? ` between ${JSON.stringify(locator.part.before)} and ${JSON.stringify(locator.part.after)}`
    : '';
  const nth = 'nth' in locator && locator.nth !== undefined ? ` (${locator.nth})` : '';
  switch (locator.kind) {
    case 'label':
      return `label ${JSON.stringify(locator.label)}${nth} ${locator.steps}${part}`;
    case 'anchor':
      return `${locator.anchor}${nth} ${locator.steps}${part}`;
    case 'absolute':
      return `${locator.path}${part}`;
  }
}
