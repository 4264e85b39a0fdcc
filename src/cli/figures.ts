import { pad } from './terminal.ts';

/** A whole number with commas: `12,345`. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A number with its noun in the right form: `1 page`, `2 pages`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${Math.round(value) === 1 ? noun : plural}`;
}

/** A rate with one decimal below a hundred. */
export function rate(perSecond: number): string {
  return perSecond < 100 ? perSecond.toFixed(1) : count(perSecond);
}

/** Time for people: `0.4 s`, `42 s`, `3 min 05 s`, `2 h 07 min`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}

/** Time that is only guessed, without fractions: `4 s`, `3 min 05 s`. */
export function wholeDuration(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 60 ? `${whole} s` : duration(whole);
}

/** Time in few columns: `12s`, `3m05s`, `2h07m`. */
export function shortDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole}s`;
  return duration(whole).replaceAll(' ', '').replace('min', 'm');
}

/** Size in decimal units: `640 B`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** Lines of a table: what a figure is called, the figure, and words about it. */
export function figureLines(
  rows: readonly (readonly [name: string, figure: number, words: string])[],
): readonly string[] {
  const wideName = Math.max(...rows.map(([name]) => name.length));
  const wideFigure = Math.max(...rows.map(([, figure]) => count(figure).length));
  return rows.map(([name, figure, words]) =>
    `  ${pad(name, wideName)}  ${pad(count(figure), wideFigure, 'right')}  ${words}`.trimEnd(),
  );
}
