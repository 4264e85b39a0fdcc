import { type Cell, renderTable } from './table.ts';

/** Prints what a benchmark measures and keeps what it claims for the end. */
export class Report {
  private readonly style: 'text' | 'markdown';
  private readonly verdicts: string[] = [];
  private missed = 0;

  constructor(style: 'text' | 'markdown') {
    this.style = style;
  }

  section(title: string): void {
    console.log(`\n## ${title}\n`);
  }

  note(text: string): void {
    console.log(text);
  }

  /** For people who wait; kept apart from the figures. */
  progress(text: string): void {
    console.error(`bench: ${text}`);
  }

  table(heads: readonly string[], rows: readonly (readonly Cell[])[]): void {
    console.log(`${renderTable(heads, rows, this.style)}\n`);
  }

  verdict(ok: boolean, claim: string, measured: string): void {
    if (!ok) this.missed += 1;
    const line = `${ok ? 'ok    ' : 'MISSED'}  ${claim}: ${measured}`;
    this.verdicts.push(line);
    this.progress(line);
  }

  /** Prints all verdicts; whether every claim held. */
  close(): boolean {
    this.section('Verdicts');
    for (const line of this.verdicts) console.log(this.style === 'markdown' ? `- ${line}` : line);
    if (this.verdicts.length === 0) console.log('nothing was claimed');
    return this.missed === 0;
  }
}
