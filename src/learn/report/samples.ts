import type { Box, Picture } from '../../model/index.ts';
import { html, type Markup } from '../../reports/markup.ts';
import { markOf } from '../../reports/palette.ts';
import type { TrainedPattern } from '../model.ts';
import type { ReportedSample } from './data.ts';
import { grouped, percent } from './tables.ts';

/** Characters of pictures that one report may hold: browsers open larger files, people do not. */
const pictureBudget = 15_000_000;
/** Outlines of one pattern on one sample; more would only cover the page. */
const maxOutlines = 400;

/** Counts how much room pictures have taken; samples that come later go without. */
export class PictureRoom {
  #left: number;

  constructor(budget = pictureBudget) {
    this.#left = budget;
  }

  /** The address of a picture that carries it, `null` where there is no room. */
  take({ png }: Picture): string | null {
    const size = Math.ceil(png.length / 3) * 4;
    if (size > this.#left) return null;
    this.#left -= size;
    return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  }
}

interface Outline {
  readonly path: string;
  readonly box: Box | null;
}

/** A sample with the elements that the patterns match. */
export function sampleFigure(
  sample: ReportedSample,
  patterns: readonly TrainedPattern[],
  room: PictureRoom,
): Markup {
  const found = outlinesOf(sample);
  const counts = found.map((outlines, place) => {
    const unseen = outlines.filter(({ box }) => box === null).length;
    const aside = sample.picture && unseen > 0 ? `, ${grouped(unseen)} not in the picture` : '';
    return html`<li>${markOf(place).letter}: ${grouped(outlines.length)}${aside}</li>`;
  });
  return html`<figure>${pictureOf(sample, found, patterns, room)}<figcaption><code>${sample.at}</code>${
    counts.length > 0
      ? html`<ul class="counts" title="Elements that each pattern matches">${counts}</ul>`
      : null
  }</figcaption></figure>`;
}

function outlinesOf({ matches, picture }: ReportedSample): Outline[][] {
  let at = 0;
  return matches.map((paths) => paths.map((path) => ({ path, box: picture?.boxes[at++] ?? null })));
}

function pictureOf(
  { at, picture }: ReportedSample,
  found: readonly (readonly Outline[])[],
  patterns: readonly TrainedPattern[],
  room: PictureRoom,
): Markup {
  if (!picture) return html`<p class="missing">No picture could be taken of this sample.</p>`;
  const address = room.take(picture);
  if (address === null)
    return html`<p class="missing">Its picture is left out: with it the pictures of this report would be larger than ${grouped(pictureBudget / 1e6)} MB.</p>`;
  const boxes = found.map((outlines, place) => outlineBoxes(outlines, patterns[place], place, picture));
  return html`<div class="view" tabindex="0" role="group" aria-label="Picture of ${at}"><div class="shot"><img src="${address}" width="${picture.width}" height="${picture.height}" alt="Picture of ${at}">${boxes}</div></div>`;
}

function outlineBoxes(
  outlines: readonly Outline[],
  pattern: TrainedPattern | undefined,
  place: number,
  { width, height }: Picture,
): Markup[] {
  const { letter, colour, ink, line } = markOf(place);
  const does = pattern ? `${letter}: ${pattern.event} → ${pattern.leadsTo}` : letter;
  const shown = outlines.flatMap(({ path, box }) => (box ? [{ path, box }] : [])).slice(0, maxOutlines);
  return shown.map(({ path, box }, at) => {
    // The letter stands left of the outline, where there is room.
    const edge = box.x < 0.018 * width ? ' edge' : '';
    const place = `left:${percent(box.x / width)};top:${percent(box.y / height)};width:${percent(box.width / width)};height:${percent(box.height / height)}`;
    return html`<span class="box${edge}" style="${place};border-style:${line};border-color:${colour}" title="${does}, ${path}">${
      at === 0 ? html`<b style="background:${colour};color:${ink}">${letter}</b>` : null
    }</span>`;
  });
}
