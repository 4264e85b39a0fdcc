import { type Answer, file, html, routes, type Site } from './answer.ts';
import { leavingPages } from './timers-leaving.ts';
import { schedulingPages } from './timers-scheduling.ts';
import { document, linkList, type ServedPage, type SiteTruth, truthOf } from './truth.ts';

const pages: readonly ServedPage[] = [...schedulingPages, ...leavingPages];

/** Pages that never finish loading: they must be recorded as failed and not stop the crawl. */
const hanging = ['/hang/load'];

/** Downloads, which must not be kept as pages. */
const downloads = ['/archive.zip', '/data.bin'];

/** What there is to find on the site of timers. */
export const timersTruth: SiteTruth & {
  readonly hanging: readonly string[];
  readonly downloads: readonly string[];
} = {
  pages: [{ path: '/', text: 'Things that take their time' }, ...truthOf(pages)],
  never: [],
  hanging,
  downloads,
};

/** Pages whose content comes late, in frames, after dialogs, or not at all. */
export function timers(): Site {
  const linked = pages.filter((page) => !page.unlinked).map((page) => page.path);
  const bodies = Object.fromEntries(
    pages.map((page) => [page.path, (): Answer => html(document(page.title ?? page.path, page.body))]),
  );
  return {
    name: 'timers',
    start: '/',
    respond: routes({
      ...bodies,
      '/': () =>
        html(document('Timers', `<h1>Things that take their time</h1>${linkList([...linked, ...hanging])}`)),
      '/hang/load': () => html(document('Hangs', '<p>Never seen</p><script>for (;;) {}</script>')),
      '/late-data': () => ({ ...file('text/plain', 'the late answer'), delayMs: 200 }),
      '/tick': () => file('text/plain', 'no news'),
      '/jsonp.js': ({ query }) =>
        file('text/javascript', `${query.get('callback') ?? 'callback'}({"text":"answered by a script"});`),
      '/archive.zip': () => ({
        headers: {
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="archive.zip"',
        },
        body: `PK\u0005\u0006${'\0'.repeat(18)}`,
      }),
      '/data.bin': () => file('application/octet-stream', 'bytes'),
    }),
  };
}
