/** Draws a scene: on a canvas, or as SVG. */

import { escapeXml } from '../../../../derive/xml.ts';
import type { Disc, MapLine, Name, Scene, WayMark } from './scene.ts';

/** Colours of the theme that is shown. */
export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly rule: string;
  readonly edge: string;
  readonly accent: string;
  readonly tint: string;
  readonly warn: string;
  readonly bad: string;
  readonly font: string;
}

/** The colours that the page has now. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: colour('paper'),
    ink: colour('ink'),
    soft: colour('soft'),
    rule: colour('rule'),
    edge: colour('edge'),
    accent: colour('accent'),
    tint: colour('tint'),
    warn: colour('warn'),
    bad: colour('bad'),
    font: style.fontFamily,
  };
}

interface Look {
  readonly fill: string;
  readonly stroke: string;
}

function lookOf(kind: Disc['kind'], palette: Palette): Look {
  switch (kind) {
    case 'cluster':
      return { fill: palette.tint, stroke: palette.accent };
    case 'page':
      return { fill: palette.accent, stroke: 'none' };
    case 'state':
      return { fill: palette.warn, stroke: 'none' };
    case 'ring':
      return { fill: 'none', stroke: palette.rule };
  }
}

function lineColour(kind: MapLine['kind'], palette: Palette): string {
  if (kind === 'plain') return palette.edge;
  return kind === 'in' ? palette.warn : kind === 'out' ? palette.accent : palette.bad;
}

/** Middle of the bow of a line: bent to one side, so that there and back are two. */
function bowOf({ from: [x, y], to: [tx, ty] }: MapLine): readonly [number, number] {
  return [(x + tx) / 2 - (ty - y) * 0.12, (y + ty) / 2 + (tx - x) * 0.12];
}

const nameFont = (isLoud: boolean) => `${isLoud ? 650 : 500} 12px `;

/** Draws on a canvas whose pixels are `ratio` times as many as those of the page. */
export function paintCanvas(
  context: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  { ratio, chosen }: { readonly ratio: number; readonly chosen: number | null },
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, scene.width, scene.height);
  paintDiscs(context, scene.discs, 'ring', palette);
  paintLines(
    context,
    scene.lines.filter(({ kind }) => kind !== 'way'),
    palette,
  );
  for (const kind of ['cluster', 'page', 'state'] as const) paintDiscs(context, scene.discs, kind, palette);
  // A way is followed with the eyes: nothing lies on it but the numbers of its steps.
  paintLines(
    context,
    scene.lines.filter(({ kind }) => kind === 'way'),
    palette,
  );
  const disc = chosen === null ? undefined : scene.discs.find(({ id }) => id === chosen);
  if (disc) {
    context.strokeStyle = palette.ink;
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(disc.x, disc.y, disc.r + 3, 0, 2 * Math.PI);
    context.stroke();
  }
  paintNames(context, scene.names, palette);
  paintMarks(context, scene.marks, palette);
}

function paintLines(context: CanvasRenderingContext2D, lines: readonly MapLine[], palette: Palette): void {
  for (const line of lines) {
    context.strokeStyle = lineColour(line.kind, palette);
    context.globalAlpha = line.kind === 'plain' ? 0.22 : line.kind === 'way' ? 1 : 0.6;
    context.lineWidth = line.width;
    context.beginPath();
    context.moveTo(...line.from);
    context.quadraticCurveTo(...bowOf(line), ...line.to);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Discs of this many pixels are drawn as squares: nobody sees the difference, and it takes a tenth of the time. */
const tiny = 2.5;

/** All discs of a kind in one go, but for the tiny ones. */
function paintDiscs(
  context: CanvasRenderingContext2D,
  discs: readonly Disc[],
  kind: Disc['kind'],
  palette: Palette,
): void {
  const { fill, stroke } = lookOf(kind, palette);
  context.fillStyle = fill;
  context.beginPath();
  for (const { x, y, r, kind: own } of discs) {
    if (own !== kind) continue;
    if (r >= tiny) {
      context.moveTo(x + r, y);
      context.arc(x, y, r, 0, 2 * Math.PI);
    } else if (fill !== 'none') context.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
  if (fill !== 'none') context.fill();
  if (stroke !== 'none') {
    context.strokeStyle = stroke;
    context.lineWidth = 1;
    context.stroke();
  }
}

function paintNames(context: CanvasRenderingContext2D, names: readonly Name[], palette: Palette): void {
  context.textAlign = 'center';
  context.lineJoin = 'round';
  for (const { x, y, lines, isLoud, isInside } of names) {
    context.font = nameFont(isLoud) + palette.font;
    for (const [nth, line] of lines.entries()) {
      const at = y + nth * lineHeight;
      if (!isInside) {
        context.strokeStyle = palette.paper;
        context.lineWidth = 3;
        context.strokeText(line, x, at);
      }
      context.fillStyle = isCount(lines, nth) ? palette.soft : palette.ink;
      context.fillText(line, x, at);
    }
  }
}

/** Pixels from one line of a name to the next. */
const lineHeight = 15;

/** Whether a line is the number of pages below a name. */
function isCount(lines: readonly string[], nth: number): boolean {
  return nth > 0 && nth === lines.length - 1 && /^\d+$/.test(lines[nth] ?? '');
}

/** The steps of a way, numbered. */
function paintMarks(context: CanvasRenderingContext2D, marks: readonly WayMark[], palette: Palette): void {
  context.font = `650 11px ${palette.font}`;
  // The first ones last: on a short way they must not lie under what comes behind them.
  for (const { x, y, nth } of marks.toReversed()) {
    context.fillStyle = palette.bad;
    context.strokeStyle = palette.paper;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, 10, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.fillStyle = palette.paper;
    context.fillText(String(nth), x, y + 4);
  }
}

/** The same as a file that programs for drawings read. */
export function svgOf(scene: Scene, palette: Palette): string {
  const { width, height } = scene;
  const number = (value: number) => String(Math.round(value * 100) / 100);
  const circles = scene.discs.map(({ x, y, r, kind }) => {
    const { fill, stroke } = lookOf(kind, palette);
    return `<circle cx="${number(x)}" cy="${number(y)}" r="${number(r)}" fill="${fill}" stroke="${stroke}"/>`;
  });
  const drawn = (line: MapLine) => {
    const points = [...line.from, ...bowOf(line), ...line.to].map(number);
    const [x, y, bx, by, tx, ty] = points;
    const opacity = line.kind === 'plain' ? 0.22 : 0.7;
    return `<path d="M${x} ${y}Q${bx} ${by} ${tx} ${ty}" fill="none" stroke="${lineColour(line.kind, palette)}" stroke-width="${number(line.width)}" stroke-opacity="${opacity}"/>`;
  };
  const [under, over] = [false, true].map((isWay) =>
    scene.lines.filter(({ kind }) => (kind === 'way') === isWay).map(drawn),
  );
  const names = scene.names.map(
    ({ x, y, lines: own, isLoud }) =>
      `<text text-anchor="middle" font-weight="${isLoud ? 650 : 500}" fill="${palette.ink}">${own.map((text, nth) => `<tspan x="${number(x)}" y="${number(y + nth * lineHeight)}">${escapeXml(text)}</tspan>`).join('')}</text>`,
  );
  const marks = scene.marks.map(
    ({ x, y, nth }) =>
      `<circle cx="${number(x)}" cy="${number(y)}" r="10" fill="${palette.bad}"/><text x="${number(x)}" y="${number(y + 4)}" text-anchor="middle" fill="${palette.paper}">${nth}</text>`,
  );
  const rings = scene.discs.map(({ kind }) => kind === 'ring');
  const below = circles.filter((_, at) => rings[at]);
  const above = circles.filter((_, at) => !rings[at]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeXml(palette.font)}" font-size="12"><rect width="100%" height="100%" fill="${palette.paper}"/>${[...below, ...(under ?? []), ...above, ...(over ?? []), ...names, ...marks].join('')}</svg>\n`;
}
