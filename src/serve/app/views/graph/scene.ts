/** What is to be drawn: discs, rings, links and names, with their places on the screen. Drawn on a canvas or as SVG. */
import type { MapPlaces } from './layout.ts';
import type { ShownLinks } from './links.ts';
import type { GraphModel } from './model.ts';

/** Which part of the plane is seen: the point in the middle, and pixels for one unit. */
export interface MapView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** A circle on the screen. */
export interface Disc {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly kind: 'cluster' | 'page' | 'state' | 'ring';
}

/** A line between two discs. */
export interface MapLine {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly width: number;
  readonly kind: 'plain' | 'out' | 'in' | 'way';
}

/** A name at a disc. */
export interface Name {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
  readonly isInside: boolean;
  readonly isLoud: boolean;
}

/** A step of a way that is followed. */
export interface WayMark {
  readonly x: number;
  readonly y: number;
  readonly nth: number;
}

/** Everything that is seen. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly discs: readonly Disc[];
  readonly lines: readonly MapLine[];
  readonly names: readonly Name[];
  readonly marks: readonly WayMark[];
}

/** What a scene is made from. */
export interface SceneParts {
  readonly model: GraphModel;
  readonly places: MapPlaces;
  readonly open: ReadonlySet<number>;
  readonly camera: MapView;
  readonly width: number;
  readonly height: number;
  readonly links: ShownLinks;
  /** Links of the chosen thing, and the items of a way that is followed. */
  readonly focus: { readonly item: number; readonly into: ShownLinks; readonly out: ShownLinks } | null;
  readonly way: readonly number[];
  readonly loud: ReadonlySet<number>;
}

/** Discs of this many pixels have room for a name. */
const roomForName = 13;
/** Names on a screen at most; more are not read. */
const mostNames = 70;
const fontSize = 12;
/** An open cluster of fewer pixels than this is drawn as a closed one: what is in it could not be told apart. */
const smallestRing = 16;

/** Makes the scene of a moment. */
export function sceneOf(parts: SceneParts): Scene {
  const discs = discsOf(parts);
  const { width, height } = parts;
  return { width, height, discs, lines: linesOf(parts), names: namesOf(parts, discs), marks: marksOf(parts) };
}

/** Where an item is on the screen. */
function placeOn(
  { places, camera, width, height }: SceneParts,
  id: number,
): readonly [number, number, number] {
  const { x, y, zoom } = camera;
  return [
    ((places.x[id] as number) - x) * zoom + width / 2,
    ((places.y[id] as number) - y) * zoom + height / 2,
    (places.r[id] as number) * zoom,
  ];
}

function discsOf(parts: SceneParts): readonly Disc[] {
  const { model, open, width, height } = parts;
  const found: Disc[] = [];
  const visit = (id: number): void => {
    const [x, y, r] = placeOn(parts, id);
    if (x + r < 0 || y + r < 0 || x - r > width || y - r > height) return;
    const isOpen = model.isCluster(id) && open.has(id) && (id === 0 || r >= smallestRing);
    const kind = isOpen ? 'ring' : model.isCluster(id) ? 'cluster' : model.isState(id) ? 'state' : 'page';
    // The whole site needs no ring of its own.
    if (id !== 0 || !isOpen)
      found.push({ id, x, y, r: Math.max(r, kind === 'page' || kind === 'state' ? 1 : 2), kind });
    if (isOpen) for (const child of model.childrenOf(id)) visit(child);
  };
  visit(0);
  return found;
}

function linesOf(parts: SceneParts): readonly MapLine[] {
  const { links, focus, way } = parts;
  const line = (one: number, other: number, count: number, kind: MapLine['kind']): MapLine => {
    const [x, y] = placeOn(parts, one);
    const [tx, ty] = placeOn(parts, other);
    const width = kind === 'way' ? 3 : Math.min(0.75 + Math.log2(1 + count) * 0.4, 5);
    return { from: [x, y], to: [tx, ty], width, kind };
  };
  const plain = focus || way.length > 1 ? [] : links;
  return [
    ...plain.map(([one, other, count]) => line(one, other, count, 'plain')),
    ...(focus?.into ?? []).map(([one, other, count]) => line(one, other, count, 'in')),
    ...(focus?.out ?? []).map(([one, other, count]) => line(one, other, count, 'out')),
    ...way.slice(1).map((item, nth) => line(way[nth] as number, item, 1, 'way')),
  ];
}

function marksOf(parts: SceneParts): readonly WayMark[] {
  return parts.way.map((item, at) => {
    const [x, y] = placeOn(parts, item);
    return { x, y, nth: at + 1 };
  });
}

/** Names where there is room, those of the chosen and of the large first; none lies on another. */
function namesOf(parts: SceneParts, discs: readonly Disc[]): readonly Name[] {
  const { model, loud, way } = parts;
  const worth = (disc: Disc) => (loud.has(disc.id) ? 1e9 : disc.kind === 'ring' ? disc.r / 2 : disc.r);
  const wanted = discs
    .filter(
      (disc) => loud.has(disc.id) || disc.r >= (disc.kind === 'cluster' ? roomForName : roomForName / 2),
    )
    .toSorted((one, other) => worth(other) - worth(one) || one.id - other.id);
  // Names stay clear of the steps of a way.
  const taken: Box[] = marksOf(parts).map(({ x, y }) => [x - 11, y - 11, x + 11, y + 11]);
  const names: Name[] = [];
  for (const disc of wanted) {
    if (names.length >= mostNames) break;
    const isLoud = loud.has(disc.id) && !way.includes(disc.id);
    const name = nameAt(
      disc,
      isLoud ? model.nameOf(disc.id) : model.shortName(disc.id),
      isLoud,
      model.weightOf(disc.id),
    );
    const box = boxOf(name);
    const isFree = taken.every(([l, t, r, b]) => box[0] > r || box[2] < l || box[1] > b || box[3] < t);
    if (!isFree && !isLoud) continue;
    taken.push(box);
    names.push(name);
  }
  return names;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];
const lineHeight = 15;
/** Pixels of a letter, about. */
const letter = fontSize * 0.56;

function nameAt(disc: Disc, text: string, isLoud: boolean, pages: number): Name {
  const { id, x, y, r, kind } = disc;
  if (kind === 'cluster' && r > 26) {
    const most = Math.max(1, Math.min(4, Math.floor((r * 1.1) / lineHeight)));
    const lines = wrapped(text, r * 1.65, r > 38 ? most - 1 || 1 : most);
    const all = r > 38 ? [...lines, String(pages)] : lines;
    return { id, x, y: y - ((all.length - 1) * lineHeight) / 2 + 4, lines: all, isInside: true, isLoud };
  }
  const [line = ''] = wrapped(text, isLoud ? 300 : 150, 1);
  return {
    id,
    x,
    y: kind === 'ring' ? y - r - 6 : y + r + fontSize + 2,
    lines: [line],
    isInside: false,
    isLoud,
  };
}

function boxOf({ x, y, lines }: Name): Box {
  const half = (Math.max(...lines.map(({ length }) => length)) * letter) / 2;
  return [x - half, y - fontSize, x + half, y + (lines.length - 1) * lineHeight + 3];
}

/** A text on so many lines of a width, cut where there is more. */
function wrapped(text: string, width: number, most: number): readonly string[] {
  const room = Math.max(4, Math.floor(width / letter));
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < most) {
    const isLast = lines.length === most - 1;
    const space = rest.lastIndexOf(' ', room);
    const cut = rest.length <= room ? rest.length : isLast || space < room / 3 ? room - 1 : space;
    const piece = rest.slice(0, cut).trimEnd();
    rest = rest.slice(cut).trimStart();
    lines.push(rest !== '' && isLast ? `${piece}…` : piece);
  }
  return lines;
}

/** The innermost thing at a place on the screen, `null` where there is none. */
export function itemAt(scene: Scene, x: number, y: number): number | null {
  let best: Disc | null = null;
  for (const disc of scene.discs) {
    const reach = Math.max(disc.r, 5);
    if (disc.kind === 'ring' || (disc.x - x) ** 2 + (disc.y - y) ** 2 > reach ** 2) continue;
    if (best === null || disc.r <= best.r) best = disc;
  }
  return best?.id ?? null;
}
