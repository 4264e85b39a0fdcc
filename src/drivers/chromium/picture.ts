import type { Box, Picture } from '../../model/index.ts';
import { readBoxes, readHeight } from './agent-words.ts';
import type { Session } from './connection.ts';

type Size = readonly [width: number, height: number];

/** The page that a picture is taken of. */
export interface Sitter {
  readonly session: Session;
  readonly viewport: Size;
  /** Calls a method of the page's agent; gives what it answered, as JSON. */
  readonly ask: (call: string) => Promise<string>;
  /** Where elements inside frames of other origins are. */
  readonly inFrames: (paths: readonly string[]) => Promise<readonly (Box | null)[]>;
}

/** Pixels of a picture, at the most; what is below or beside is cut off. */
export const pictureLimit: Size = [1280, 6000];

/**
 * Shows a tab through a keyhole: the page lays out and reports its size as ever, but next to nothing has
 * to be painted, which was two fifths of what an event cost.
 */
export async function showThroughKeyhole(session: Session, viewport: Size): Promise<void> {
  await setWindow(session, viewport, [8, 8]);
}

/**
 * Takes a picture of a whole page. Chromium paints no more of a page than its window, so the window is made
 * as high as the page for that time, which scripts do not hear of. Boxes are measured in that window too:
 * what is as high as the window (`100vh`) is higher then than in the capture.
 */
export async function takePicture(
  { session, viewport, ask, inFrames }: Sitter,
  paths: readonly string[],
): Promise<Picture> {
  const pageHeight = readHeight(await ask('pose()'));
  const width = Math.min(viewport[0], pictureLimit[0]);
  const height = Math.min(Math.max(viewport[1], Math.ceil(pageHeight)), pictureLimit[1]);
  try {
    const view: Size = [viewport[0], height];
    await setWindow(session, view, view);
    const own = readBoxes(await ask(`boxesAt(${JSON.stringify(paths)})`), paths.length);
    const inner = await inFrames(paths);
    const boxes = paths.map((_, at) => own[at] ?? inner[at] ?? null);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      clip: { x: 0, y: 0, width, height, scale: 1 },
    });
    const png = Buffer.from(data, 'base64');
    return { png, width, height, boxes: boxes.map((box) => box && cut(box, width, height)) };
  } finally {
    await showThroughKeyhole(session, viewport);
    await ask('unpose()');
  }
}

/** Pixels of a glance from left to right, and how much of the detail of a JPEG it keeps: 6 to 12 KB each. */
const glanceWidth = 320;
const glanceQuality = 55;

/**
 * Takes a small picture (JPEG) of what is in the window. The page keeps its window and its keyhole: Chromium paints
 * the part that is asked for, at the size that is asked for, and nothing is laid out anew.
 */
export async function takeGlance({
  session,
  viewport,
}: Pick<Sitter, 'session' | 'viewport'>): Promise<Uint8Array> {
  const [width, height] = viewport;
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality: glanceQuality,
    optimizeForSpeed: true,
    clip: { x: 0, y: 0, width, height, scale: glanceWidth / width },
  });
  return Buffer.from(data, 'base64');
}

async function setWindow(session: Session, [width, height]: Size, painted: Size): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: false,
    viewport: { x: 0, y: 0, width: painted[0], height: painted[1], scale: 1 },
  });
}

/** The part of a box that a picture shows. */
function cut(box: Box, right: number, bottom: number): Box | null {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(right, box.x + box.width) - x;
  const height = Math.min(bottom, box.y + box.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
