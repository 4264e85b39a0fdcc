import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PNG } from 'pngjs';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import type { Box, Picture, Tab } from '../../model/index.ts';
import { captured, element, orderOf, scripted, startDriver, type TestDriver, textOf } from './fixture.ts';

const head = '<!doctype html><title>x</title><style>body { margin: 0 }</style>';
const colours = { red: [255, 0, 0], lime: [0, 255, 0], blue: [0, 0, 255], gold: [255, 215, 0] } as const;

/** Notes everything by which a script could learn of another window. */
const spy = `<script>
  window.log = [];
  var say = function (what) { log.push(what) };
  for (const type of ['resize', 'scroll', 'scrollend']) {
    addEventListener(type, () => say(type)); document.addEventListener(type, () => say(type));
    visualViewport.addEventListener(type, () => say('visual ' + type));
  }
  new ResizeObserver(() => say('size')).observe(document.documentElement);
  new IntersectionObserver((seen) => say('view ' + seen[0].isIntersecting)).observe(end);
  function tell() { out.textContent = log.join() + ' ' + innerWidth + 'x' + innerHeight + ' at ' + scrollY; }
</script>`;

/** Width and height of a JPEG: they stand in its frame header. */
function sizeOf(jpeg: Uint8Array): readonly number[] {
  const bytes = Buffer.from(jpeg);
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2))
    if ([0xc0, 0xc1, 0xc2].includes(bytes[at + 1] ?? 0))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  return [];
}

const pages = routes({
  '/boxes': () =>
    html(`${head}<div id="red" style="position:absolute;left:20px;top:30px;width:100px;height:40px;background:red"></div>
      <div id="low" style="position:absolute;left:300px;top:2500px;width:60px;height:50px;background:lime"></div>
      <div id="none" style="display:none">x</div><div id="unseen" style="visibility:hidden">x</div>
      <div id="cut" style="position:absolute;left:500px;top:10px;width:40px;height:40px;overflow:hidden">
        <i style="position:absolute;left:10px;top:10px;width:200px;height:200px;background:gold"></i>
        <b style="position:absolute;left:100px;top:100px;width:20px;height:20px">out</b></div>
      <a id="thin"><span style="position:absolute;left:700px;top:10px;width:30px;height:20px;background:blue"></span></a>`),
  '/deep': () =>
    html(`${head}<div id="host" style="position:absolute;left:50px;top:60px"></div>
      <iframe src="/inner" style="position:absolute;left:200px;top:300px;width:300px;height:200px;border:5px solid;padding:3px"></iframe>
      <script>host.attachShadow({ mode: 'closed' }).innerHTML =
        '<i style="position:absolute;left:7px;top:8px;width:30px;height:20px;background:red"></i>'</script>`),
  '/foreign': ({ origin }) =>
    html(`${head}<iframe src="${origin.replace('127.0.0.1', 'localhost')}/inner"
      style="position:absolute;left:200px;top:300px;width:300px;height:200px;border:5px solid;padding:3px"></iframe>`),
  '/inner': () =>
    html(`${head}<i style="position:absolute;left:10px;top:20px;width:40px;height:30px;background:blue"></i>
      <b style="position:absolute;left:10px;top:900px;width:40px;height:30px">out of view</b>`),
  '/long': () => html(`${head}<div style="height:9000px;background:gold"></div><p>end</p>`),
  '/images': () =>
    html(`${head}<img src="/slow.svg" style="position:absolute;left:0;top:0">
      <img src="/slow.svg?lazy" loading="lazy" style="position:absolute;left:0;top:5000px;width:20px;height:20px">`),
  '/slow.svg': () => ({
    headers: { 'content-type': 'image/svg+xml' },
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="red"/></svg>',
    delayMs: 300,
  }),
  '/spy': () =>
    html(`${head}<p id="out" onclick="tell()">-</p><p id="deep" onclick="window.scrollTo(0, 500); tell()">-</p>
      <div style="height:3000px"></div><p id="end">end</p>${spy}`),
});

describe('a picture of a page', () => {
  let site: RunningSite;
  let driver: TestDriver;
  let tab: Tab;
  before(async () => {
    site = await startSite({ name: 'pictures', start: '/boxes', respond: pages });
    driver = await startDriver(site.url);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  async function pictureOf(path: string, paths: readonly string[]): Promise<Picture> {
    await tab.open(site.origin + path);
    const picture = await tab.picture(paths);
    assert.ok(picture);
    return picture;
  }

  function pixels({ png, width, height }: Picture): (x: number, y: number) => number[] {
    const image = PNG.sync.read(Buffer.from(png));
    assert.deepEqual([image.width, image.height], [width, height]);
    return (x, y) => [...image.data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  }

  const sides = (box: Box | null | undefined) => box && [box.x, box.y, box.width, box.height];

  test('shows elements where their boxes are, also far below the window', async () => {
    const body = '/HTML/BODY[1]';
    const picture = await pictureOf('/boxes', [`${body}/DIV[1]`, `${body}/DIV[2]`, `${body}/DIV[5]/I[1]`]);
    assert.deepEqual(picture.boxes.map(sides), [
      [20, 30, 100, 40],
      [300, 2500, 60, 50],
      [510, 20, 30, 30],
    ]);
    const at = pixels(picture);
    assert.deepEqual([at(20, 30), at(119, 69)], [colours.red, colours.red]);
    assert.deepEqual([at(300, 2500), at(359, 2549)], [colours.lime, colours.lime]);
    assert.deepEqual([at(19, 30), at(120, 69), at(299, 2500)], Array(3).fill([255, 255, 255]));
  });

  test('has no box for what is missing, hidden, unseen or cut off, and one for what a link is around', async () => {
    const body = '/HTML/BODY[1]';
    const paths = ['/DIV[9]', '/DIV[3]', '/DIV[4]', '/DIV[5]/B[1]', '/A[1]'].map((step) => body + step);
    const { boxes } = await pictureOf('/boxes', paths);
    assert.deepEqual(boxes.map(sides), [null, null, null, null, [700, 10, 30, 20]]);
  });

  test('finds elements in closed shadows and in frames', async () => {
    const frame = '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]';
    const picture = await pictureOf('/deep', [
      '/HTML/BODY[1]/DIV[1]/#shadow/I[1]',
      `${frame}/I[1]`,
      `${frame}/B[1]`,
    ]);
    assert.deepEqual(picture.boxes.map(sides), [[57, 68, 30, 20], [218, 328, 40, 30], null]);
    const at = pixels(picture);
    assert.deepEqual([at(57, 68), at(218, 328), at(257, 357)], [colours.red, colours.blue, colours.blue]);
  });

  test('finds elements in frames of other origins', async () => {
    const frame = '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]';
    const picture = await pictureOf('/foreign', [`${frame}/I[1]`, `${frame}/B[1]`]);
    assert.deepEqual(picture.boxes.map(sides), [[218, 328, 40, 30], null]);
    assert.deepEqual(pixels(picture)(218, 328), colours.blue);
  });

  test('waits for images that nobody waits for otherwise, also for lazy ones', async () => {
    const at = pixels(await pictureOf('/images', []));
    assert.deepEqual([at(10, 10), at(10, 5010)], [colours.red, colours.red]);
  });

  test('is cut where a page is very long', async () => {
    const picture = await pictureOf('/long', ['/HTML/BODY[1]/DIV[1]', '/HTML/BODY[1]/P[1]']);
    assert.deepEqual([picture.width, picture.height], [1280, 6000]);
    assert.deepEqual(picture.boxes.map(sides), [[0, 0, 1280, 6000], null]);
    assert.deepEqual(pixels(picture)(1279, 5999), colours.gold);
  });

  test('leaves the page as it was: no script hears of it, events and fingerprints stay', async () => {
    const run = async (withPicture: boolean) => {
      const start = await tab.open(`${site.origin}/spy`);
      if (withPicture) assert.ok(((await tab.picture([]))?.height ?? 0) > 3000);
      const told = captured(await tab.fire(orderOf(scripted(start, 'tell()')), new Set()));
      const second = start.candidates.find(({ id }) => id === 'deep');
      assert.ok(second);
      const scrolled = captured(await tab.fire(orderOf(second), new Set()));
      const tell = async () => {
        const { document } = captured(await tab.fire(orderOf(scripted(start, 'tell()')), new Set()));
        return textOf(element(document, 'out'));
      };
      // The page is told of its own scrolling in its own time.
      for (let left = 200; left > 0 && !(await tell()).includes('scrollend'); left--);
      if (withPicture) await tab.picture([]);
      const texts = [told, scrolled].map(({ document }) => textOf(element(document, 'out')));
      texts.push(await tell());
      return { texts, prints: [start, told, scrolled].map(({ fingerprint }) => fingerprint) };
    };
    const without = await run(false);
    const withPicture = await run(true);
    assert.deepEqual(withPicture, without);
    assert.match(without.texts[0] ?? '', /1280x800 at 0$/);
    assert.match(without.texts[2] ?? '', /scrollend 1280x800 at 500$/);
  });

  test('a glance is small, shows the window, and no script hears of it', async () => {
    const told = async (looks: number) => {
      const start = await tab.open(`${site.origin}/spy`);
      for (let left = looks; left > 0; left--) await tab.glance?.();
      const { document, fingerprint } = captured(
        await tab.fire(orderOf(scripted(start, 'tell()')), new Set()),
      );
      return [textOf(element(document, 'out')), fingerprint];
    };
    assert.deepEqual(await told(3), await told(0));
    await tab.open(`${site.origin}/long`);
    const [jpeg, plain] = [
      await tab.glance?.(),
      await tab.open(`${site.origin}/spy`).then(() => tab.glance?.()),
    ];
    for (const one of [jpeg, plain]) assert.deepEqual([...(one ?? []).slice(0, 3)], [0xff, 0xd8, 0xff]);
    assert.deepEqual(sizeOf(jpeg as Uint8Array), [320, 200]);
    assert.notDeepEqual(jpeg, plain, 'each page looks like itself');
    assert.equal(await (await driver.tab()).glance?.(), null);
  });

  test('shows what events have made of the page, and there is none before a page', async () => {
    const start = await tab.open(`${site.origin}/spy`);
    const before = pixels((await tab.picture([])) as Picture);
    await tab.fire(orderOf(scripted(start, 'tell()')), new Set());
    const after = pixels((await tab.picture([])) as Picture);
    const dark = (at: typeof before) =>
      Array.from({ length: 200 * 40 }, (_, n) => at(n % 200, Math.floor(n / 200))).filter(
        ([r = 255]) => r < 128,
      ).length;
    assert.ok(dark(after) > 5 * dark(before), `${dark(before)} dark pixels, then ${dark(after)}`);
    assert.equal(await (await driver.tab()).picture([]), null);
  });
});
