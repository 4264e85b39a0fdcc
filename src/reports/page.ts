import { html, Markup } from './markup.ts';
import { reportStyle } from './style.ts';

/** What the head of a report says. */
export interface ReportHead {
  readonly title: string;
  /** What the browser is allowed to load and run (Content-Security-Policy). */
  readonly policy: string;
  /** Style beside that of all reports. */
  readonly style?: string;
  /** Whether search engines are to leave it out. */
  readonly isUnlisted?: boolean;
  /** Attributes of the root element. */
  readonly root?: Markup;
}

/** A report as one page. */
export function reportPage(
  { title, policy, style = '', isUnlisted = false, root }: ReportHead,
  body: Markup,
): string {
  return html`<!doctype html>
<html lang="en"${root ?? null}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isUnlisted ? html`<meta name="robots" content="noindex">\n` : null}<title>${title}</title>
<style>${new Markup(reportStyle + style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text;
}

/** The figures at the top of a report. */
export function factList(
  facts: readonly (readonly [name: string, value: string | number | Markup])[],
): Markup {
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
