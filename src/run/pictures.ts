import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlSettings } from '../config/settings.ts';
import { type FileLayout, onDisk, Staging, wantedPages } from '../derive/index.ts';
import type { Camera } from '../drivers/chromium/camera.ts';
import type { CrawlListener, SiteStore } from '../model/index.ts';

/** Which pictures are wanted, and by which browser they are painted. */
export type Pictured = Pick<CrawlSettings, 'screenshots' | 'pdf' | 'browser' | 'viewport'>;

/** Folders of pictures, with the ending of what is in them. */
const kinds = {
  screenshots: { ending: 'png', take: (camera: Camera, file: string) => camera.take(file) },
  pdf: { ending: 'pdf', take: (camera: Camera, file: string) => camera.print(file) },
} as const;

/**
 * Writes a picture of each page (`screenshots/`), or each as it would be printed (`pdf/`), named as in the mirror.
 * They are painted from the mirror, so that states have them too and no site is asked again.
 */
export async function writePictures(
  site: SiteStore,
  out: string,
  layout: FileLayout,
  settings: Pictured,
  listen: CrawlListener,
): Promise<void> {
  const wanted = (['screenshots', 'pdf'] as const).filter((kind) => settings[kind]);
  if (wanted.length === 0) return;
  const { Camera } = await import('../drivers/chromium/camera.ts');
  const camera = new Camera(settings.browser, settings.viewport);
  try {
    for (const kind of wanted) await writeKind(kind, { site, out, layout, camera, listen });
  } finally {
    await camera.close();
  }
}

interface PictureParts {
  readonly site: SiteStore;
  readonly out: string;
  readonly layout: FileLayout;
  readonly camera: Camera;
  readonly listen: CrawlListener;
}

async function writeKind(
  kind: keyof typeof kinds,
  { site, out, layout, camera, listen }: PictureParts,
): Promise<void> {
  const { ending, take } = kinds[kind];
  const staging = await Staging.begin(join(out, kind), ['']);
  let done = 0;
  try {
    for await (const { number } of wantedPages(site)) {
      const path = await staging.place(layout.fileOf(number, ending));
      try {
        const picture = await take(camera, join(out, 'mirror', layout.fileOf(number)));
        await onDisk(path, () => writeFile(path, picture));
      } catch (error) {
        const { code, message } = error as Error & { code?: string };
        if (code !== 'TIMEOUT') throw error;
        listen({ kind: 'note', level: 'warning', text: `page ${number} has no ${ending}: ${message}` });
      }
      listen({ kind: 'writing', what: kind, done: ++done, of: layout.pages.count });
    }
    await staging.finish();
  } catch (error) {
    await staging.abandon();
    throw error;
  }
}
