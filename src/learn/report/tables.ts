import { html, type Markup } from '../../reports/markup.ts';
import { factList } from '../../reports/page.ts';
import { type Mark, markOf } from '../../reports/palette.ts';
import type { TrainedPattern, TrainedType } from '../model.ts';
import type { FiredCount, ReportedAdvice, ReportedType, TrainingReport } from './data.ts';

/** Site, moment and totals. */
export function reportHead({ model, counts }: TrainingReport): Markup {
  const facts: [string, Markup][] = [
    ['Site', html`${model.site}`],
    ['Trained', html`<time datetime="${model.trainedAt}">${momentOf(model.trainedAt)}</time>`],
    ['Events', html`${model.events.join(', ')}`],
    ['Events fired', html`${grouped(counts.events)}`],
    ['Pages seen', html`${grouped(counts.pages)}`],
    ['Seconds', html`${counts.seconds.toFixed(1)}`],
    ['Wanted', html`${model.want.join(', ') || 'nothing'}`],
  ];
  return html`<header><h1>Training of ${model.site}</h1>${factList(facts)}</header>`;
}

/** One row per type. */
export function typesTable({ model, types }: TrainingReport): Markup {
  const rows = model.types.map((type, place) => {
    const more = types.find(({ name }) => name === type.name) ?? null;
    const wanted = model.want.includes(type.name);
    return html`<tr><th scope="row"><a href="#type-${place + 1}">${type.name}</a></th>
<td data-name="Wanted">${wanted ? html`<b class="yes">wanted</b>` : 'no'}</td>
<td data-name="Samples" class="number">${type.samples.length}</td>
<td data-name="Pages seen" class="number">${more ? grouped(more.seen) : '–'}</td>
<td data-name="Patterns" class="number">${type.patterns.length}</td>
<td data-name="Threshold" class="number">${share(type.threshold)}</td>
<td data-name="Suggested" class="long"><div>${suggestion(type, more?.advice ?? null)}</div></td></tr>`;
  });
  const names = ['Type', 'Wanted', 'Samples', 'Pages seen', 'Patterns', 'Threshold', 'How it was suggested'];
  return html`<section><h2>Types</h2><table class="stacked">${headRow(names)}<tbody>${rows}</tbody></table>
<p class="hint">Distances are shares of the structure that has to be changed to turn one page into another: 0 is the same, 1 nothing in common. A page is of the nearest type whose threshold it is within. On each line: grey up to the widest distance within the type, blue the threshold, red the nearest page of another type.</p></section>`;
}

function suggestion(type: TrainedType, advice: ReportedAdvice | null): Markup {
  if (!advice) return html`set by a person`;
  const { widestWithin, nearestBetween, threshold } = advice;
  const own = widestWithin === null ? 'one sample, nothing within' : `widest within ${share(widestWithin)}`;
  const other = nearestBetween
    ? `nearest between ${share(nearestBetween.distance)} (${nearestBetween.type})`
    : 'no other type';
  const set = Math.abs(threshold - type.threshold) < 0.0005;
  const said = set ? null : html` <b>Set to ${share(type.threshold)}</b>; suggested was ${share(threshold)}.`;
  return html`${own}; ${other}.${said}${scaleOf(type.threshold, advice)}`;
}

/** The distances on a line from 0 to 1. */
function scaleOf(threshold: number, { widestWithin, nearestBetween }: ReportedAdvice): Markup {
  const tick = (kind: string, at: number) => html`<i class="${kind}" style="left:${percent(at)}"></i>`;
  return html`<span class="scale" aria-hidden="true"><i class="within" style="width:${percent(
    widestWithin ?? 0,
  )}"></i>${tick('limit', threshold)}${nearestBetween && tick('between', nearestBetween.distance)}</span>`;
}

/** What the outlines mean, and the numbers of each pattern. */
export function legendTable(patterns: readonly TrainedPattern[]): Markup {
  if (patterns.length === 0)
    return html`<p class="hint">No pattern: nothing on these pages was seen to lead to wanted ones.</p>`;
  const rows = patterns.map((pattern, place) => legendRow(pattern, markOf(place)));
  const names = ['Mark', 'Event', 'Leads to', 'Where', 'Support', 'Precision', 'Example'];
  return html`<table class="stacked">${headRow(names)}<tbody>${rows}</tbody></table>`;
}

function legendRow(pattern: TrainedPattern, mark: Mark): Markup {
  const certain = pattern.precision >= 1;
  return html`<tr><th scope="row" class="mark"><span class="key" style="border:3px ${mark.line} ${mark.colour}">${mark.letter}</span></th>
<td data-name="Event"><code>${pattern.event}</code></td>
<td data-name="Leads to" class="long">${pattern.leadsTo}</td>
<td data-name="Where" class="paths"><div>${pattern.paths.map((path) => html`<code>${path}</code>`)}</div></td>
<td data-name="Support" class="number">${grouped(pattern.support)}</td>
<td data-name="Precision" class="number${certain ? '' : ' low'}">${(100 * pattern.precision).toFixed(certain ? 0 : 1)} %</td>
<td data-name="Example" class="long">${pattern.example}</td></tr>`;
}

/** What the events on the samples came to. */
export function firedTable({ fired }: Pick<ReportedType, 'fired'>): Markup | null {
  if (fired.length === 0) return null;
  const names = ['Event', 'Fired', 'Led to wanted', 'Led elsewhere', 'Led nowhere'];
  const row = ({ event, fired: all, wanted, unwanted, nowhere }: FiredCount) =>
    html`<tr><th scope="row"><code>${event}</code></th>${[all, wanted, unwanted, nowhere].map(
      (count, place) => html`<td data-name="${names[place + 1] ?? ''}" class="number">${grouped(count)}</td>`,
    )}</tr>`;
  return html`<h3>What was fired</h3><table class="stacked">${headRow(names)}<tbody>${fired.map(row)}</tbody></table>`;
}

function headRow(names: readonly string[]): Markup {
  return html`<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
}

/** A place on a line or in a picture, for a style. */
export function percent(part: number): string {
  return `${Math.round(Math.min(1, Math.max(0, part)) * 1e5) / 1e3}%`;
}

/** A number with its thousands apart. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

function share(distance: number): string {
  return distance.toFixed(3);
}

function momentOf(iso: string): string {
  return iso.replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1 UTC');
}
