import type { CurvePoint } from './curve.ts';

/** One way of crawling in a plot. */
export interface Course {
  readonly name: string;
  readonly points: readonly CurvePoint[];
}

const panel = { width: 420, height: 300, left: 64, top: 40, gap: 96 };
const size = { width: 2 * panel.width + panel.gap + panel.left + 24, height: panel.height + 120 };
const colours = ['#b43c28', '#235a97', '#3c8a4a', '#8a6a20'];

/**
 * Events over valid pages as an SVG picture: on the left everything, on the right so far up that the courses
 * after the first (the expensive one) can be told apart.
 */
export function plotSvg(courses: readonly Course[]): string {
  const mostValid = highest(courses, ({ valid }) => valid);
  const rest = courses.length > 1 ? courses.slice(1) : courses;
  const panels = [
    panelSvg(
      courses,
      mostValid,
      highest(courses, ({ events }) => events),
      panel.left,
      'all events',
    ),
    panelSvg(
      courses,
      mostValid,
      highest(rest, ({ events }) => events),
      panel.left + panel.width + panel.gap,
      'enlarged',
    ),
  ];
  const legend = courses.map(
    ({ name }, index) =>
      `<g transform="translate(${panel.left + index * 220} ${panel.top + panel.height + 62})">` +
      `<line x2="28" stroke="${colour(index)}" stroke-width="3"/><text x="36" y="4">${escaped(name)}</text></g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="sans-serif" font-size="13" fill="#222"><title>Events against valid pages</title>
<rect width="100%" height="100%" fill="#fff"/>
${[...panels, ...legend].join('\n')}
</svg>
`;
}

function highest(courses: readonly Course[], of: (point: CurvePoint) => number): number {
  return niceAbove(
    courses.flatMap(({ points }) => points).reduce((most, point) => Math.max(most, of(point)), 1),
  );
}

function panelSvg(
  courses: readonly Course[],
  mostValid: number,
  mostEvents: number,
  left: number,
  title: string,
): string {
  const x = (valid: number) => round((valid / mostValid) * panel.width);
  const y = (events: number) => round(panel.height - (events / mostEvents) * panel.height);
  const across = ticks(mostValid).map(
    (value) =>
      `<line x1="${x(value)}" x2="${x(value)}" y2="${panel.height}" stroke="#e4e4e4"/>` +
      `<text x="${x(value)}" y="${panel.height + 18}" text-anchor="middle">${value}</text>`,
  );
  const up = ticks(mostEvents).map(
    (value) =>
      `<line x2="${panel.width}" y1="${y(value)}" y2="${y(value)}" stroke="#e4e4e4"/>` +
      `<text x="-8" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const lines = courses.map(({ points }, index) => {
    const drawn = thinned(points).map(({ events, valid }) => `${x(valid)},${y(events)}`);
    return `<polyline points="${drawn.join(' ')}" fill="none" stroke="${colour(index)}" stroke-width="2"/>`;
  });
  const clip = `clip-${left}`;
  return `<g transform="translate(${left} ${panel.top})">
<clipPath id="${clip}"><rect width="${panel.width}" height="${panel.height}"/></clipPath>
${[...across, ...up].join('\n')}
<path d="M0 0V${panel.height}H${panel.width}" fill="none" stroke="#222"/>
<g clip-path="url(#${clip})">${lines.join('\n')}</g>
<text x="${panel.width / 2}" y="${panel.height + 38}" text-anchor="middle">valid pages</text>
<text x="-52" y="-14">events (${title})</text>
</g>`;
}

/** Enough points to draw; the first and the last are among them. */
function thinned(points: readonly CurvePoint[]): readonly CurvePoint[] {
  const step = Math.ceil(points.length / 400);
  return points.filter((_, index) => index % step === 0 || index === points.length - 1);
}

/** Four or five round values up to a most. */
function ticks(most: number): readonly number[] {
  const step = most / (most % 4 === 0 || most < 4 ? 4 : 5);
  const count = Math.round(most / step);
  return Array.from({ length: count + 1 }, (_, index) => round(index * step));
}

/** The next round number: 1, 2, 2.5 or 5 times a power of ten. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10);
}

function colour(index: number): string {
  return colours[index % colours.length] ?? '#222';
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
