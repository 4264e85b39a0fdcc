import { html, type Markup } from '../reports/markup.ts';
import { reportPage } from '../reports/page.ts';
import type { TrainedType } from './model.ts';
import type { TrainingReport } from './report/data.ts';
import { PictureRoom, sampleFigure } from './report/samples.ts';
import { firedTable, legendTable, reportHead, typesTable } from './report/tables.ts';

export type {
  FiredCount,
  ReportedAdvice,
  ReportedSample,
  ReportedType,
  TrainingReport,
} from './report/data.ts';

/** A training report as one page that runs nothing and asks for nothing. `budget`: characters of pictures. */
export function reportHtml(report: TrainingReport, budget?: number): string {
  const room = new PictureRoom(budget);
  const types = report.model.types.map((type, place) => typeSection(report, type, place, room));
  const head = {
    title: `Training of ${report.model.site}`,
    policy: "default-src 'none'; img-src data:; style-src 'unsafe-inline'",
  };
  return reportPage(
    head,
    html`${reportHead(report)}
<main>
${typesTable(report)}
${warningList(report.warnings)}
${types}
</main>`,
  );
}

function typeSection(report: TrainingReport, type: TrainedType, place: number, room: PictureRoom): Markup {
  const more = report.types.find(({ name }) => name === type.name);
  const wanted = report.model.want.includes(type.name) ? html` <span class="badge">wanted</span>` : null;
  return html`<section id="type-${place + 1}"><h2>${type.name}${wanted}</h2>
${legendTable(type.patterns)}
${more && more.samples.length > 0 ? html`<div class="samples">${more.samples.map((sample) => sampleFigure(sample, type.patterns, room))}</div>` : null}
${more ? firedTable(more) : null}
</section>
`;
}

function warningList(warnings: readonly string[]): Markup {
  if (warnings.length === 0)
    return html`<section><h2>Warnings</h2><p class="hint">None: wanted and unwanted elements could be told apart everywhere.</p></section>`;
  return html`<section><h2>Warnings</h2><ul class="warnings">${warnings.map((text) => html`<li>${text}</li>`)}</ul></section>`;
}
