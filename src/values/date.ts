import { readMoment } from './moment.ts';
import type { Recognised } from './types.ts';

const relative =
  /^(?:today|yesterday|just now|(?:about |over )?(?:\d+|an?|one|two|three)\+? (?:second|minute|min|hour|hr|day|week|month|year)s? ago|今天|昨天|前天|刚刚|\d+\s?(?:秒|分钟|小时|天|周|个月|年)前)$/i;

/** A day or month, or a moment told from today; normalised as in ISO 8601. */
export function readDate(text: string): Recognised | null {
  if (text.length > 60) return null;
  if (relative.test(text)) return { type: 'date', value: text.toLowerCase() };
  const moment = readMoment(text);
  if (moment === null) return null;
  const { year, month, day } = moment;
  return { type: 'date', value: [year, month, ...(day === null ? [] : [day])].map(twoDigits).join('-') };
}

function twoDigits(part: number | string): string {
  return String(part).padStart(2, '0');
}

const clockForms: readonly RegExp[] = [
  /^(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?:\s?(?<half>[ap])\.?m\.?)?$/i,
  /^(?<hour>\d{1,2})\s?(?<half>[ap])\.?m\.?$/i,
  /^(?<half>上午|早上|中午|下午|晚上)?(?<hour>\d{1,2})[点时:：](?:(?<minute>[0-5]?\d)分?|(?<thirty>半))?$/,
];

/** A time of day, with 24 hours. */
export function readTime(text: string): Recognised | null {
  const groups = clockForms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups || Number(groups.hour) > 24) return null;
  const { hour = '', minute = groups.thirty ? '30' : '0', second, half } = groups;
  const late = half !== undefined && /p|中午|下午|晚上/i.test(half);
  const inDay = (Number(hour) % (half === undefined ? 24 : 12)) + (late ? 12 : 0);
  const parts = [inDay, minute, ...(second === undefined ? [] : [second])];
  return { type: 'time', value: parts.map(twoDigits).join(':') };
}
