/** Figures and moments for people. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
// Made once: making one takes longer than all that a line of the log needs besides.
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** A whole number with commas. */
export function countText(value: number): string {
  return whole.format(value);
}

/** A number with its noun in the right form. */
export function countOf(value: number, noun: string): string {
  return `${countText(value)} ${Math.round(value) === 1 ? noun : `${noun}s`}`;
}

/** A rate with one decimal below a hundred. */
export function rateText(value: number | null): string {
  if (value === null) return '–';
  return value < 100 ? value.toFixed(1) : countText(value);
}

/** Time for people: `42 s`, `3 min 05 s`, `2 h 07 min`. */
export function timeText(seconds: number): string {
  const all = Math.round(seconds);
  if (all < 60) return `${all} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  if (all < 3600) return `${Math.floor(all / 60)} min ${two(all % 60)} s`;
  return `${Math.floor(all / 3600)} h ${two(Math.floor((all % 3600) / 60))} min`;
}

/** Size in decimal units. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A moment in the reader's own time. */
export function momentText(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? iso : moments.format(moment);
}

/** Time of the day of a moment. */
export function clockText(ms: number): string {
  return clock.format(ms);
}

/** An address as people write it: without its protocol. */
export function briefAddress(address: string): string {
  return address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^([^/]+)\/$/, '$1');
}

/** A long name without its middle: the end says what led to a state. */
export function briefName(name: string, most = 100): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const end = Math.floor(most / 3);
  return `${letters.slice(0, most - end).join('')} … ${letters.slice(-end).join('')}`;
}
