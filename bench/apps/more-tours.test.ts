import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startDriver, type TestDriver } from '../../src/drivers/chromium/fixture.ts';
import { alpineFaq } from './alpine/app.ts';
import type { App } from './app.ts';
import { controls } from './controls/app.ts';
import { endless } from './endless/app.ts';
import { framesApp } from './frames/app.ts';
import { htmxBoard } from './htmx/app.ts';
import { instant } from './instant/app.ts';
import { jqueryNews } from './jquery/app.ts';
import { passage } from './passages.ts';
import { plainDelegation } from './plain-delegation/app.ts';
import { restless } from './restless/app.ts';
import { scrolling } from './scrolling/app.ts';
import { type RunningApp, startApp } from './serve.ts';
import { slow } from './slow/app.ts';
import { type Step, tour } from './tour.ts';
import { partsShown } from './truth.ts';

/** Steps on things that stay: what each shows comes on top of what was shown before. */
function growing(
  first: readonly string[],
  steps: readonly (Omit<Step, 'shows'> & { adds: string })[],
): Step[] {
  return steps.map(({ adds: _, ...step }, at) => ({
    ...step,
    shows: [...first, ...steps.slice(0, at + 1).map(({ adds }) => adds)],
  }));
}

describe('each part is shown by its event, and by nothing else', () => {
  const running: RunningApp[] = [];
  let driver: TestDriver;
  before(async () => {
    driver = await startDriver('http://127.0.0.1/');
  });
  after(async () => {
    await driver.close();
    for (const one of running) await one.close();
  });

  async function walk(app: App, steps: readonly Step[]): Promise<RunningApp> {
    const site = await startApp(app);
    running.push(site);
    const tab = await driver.tab();
    await tour(app, tab, site.url, ['start'], steps);
    await tab.close();
    const shown = new Set(steps.flatMap(({ shows }) => shows));
    const events = app.parts.filter(({ needs }) => needs === 'event').map(({ name }) => name);
    assert.deepEqual(
      events.filter((name) => !shown.has(name)),
      [],
      'the tour shows everything',
    );
    return site;
  }

  test('jquery-news', async () => {
    const story = (at: number, more: readonly string[]): Step => ({
      on: '<li>',
      nth: at,
      shows: ['start', `story ${at}`, ...more],
    });
    const last = ['start', 'story 10', 'more stories'];
    await walk(jqueryNews, [
      ...[1, 2, 3, 4, 5, 6].map((at) => story(at, [])),
      { on: 'More stories', shows: ['start', 'story 6', 'more stories'] },
      ...[7, 8, 9, 10].map((at) => story(at, ['more stories'])),
      ...['morning', 'noon', 'evening'].map((name, at) => ({
        on: '<span>',
        nth: at + 1,
        shows: [...last, `${name} edition`],
      })),
      { on: 'A letter from the editor', shows: [...last, 'evening edition', 'letter'] },
    ]);
  });

  test('htmx-board, which is sent nothing', async () => {
    const batches = growing(
      ['start'],
      [2, 3, 4, 5].map((at) => ({ on: 'Load more', adds: `batch ${at}` })),
    );
    const all = batches.at(-1)?.shows ?? [];
    const site = await walk(htmxBoard, [
      ...['meetings', 'repairs', 'lost and found'].map((name) => ({ on: name, shows: ['start', name] })),
      { on: 'notices', shows: ['start'] },
      ...batches,
      { on: 'Ada', event: 'mouseover', shows: [...all, 'card of ada'] },
      { on: 'Tomas', event: 'mouseover', shows: [...all, 'card of tomas'] },
    ]);
    assert.deepEqual([...new Set(site.requests().map(({ method }) => method))], ['GET']);
  });

  test('alpine-faq', async () => {
    const answers = (ids: readonly number[]): Step[] => [
      ...ids.map((id) => ({ on: passage(`answer ${id}`).title, shows: ['start', `answer ${id}`] })),
      { on: passage(`answer ${ids.at(-1)}`).title, shows: ['start'] },
    ];
    await walk(alpineFaq, [
      ...answers([1, 2, 3]),
      ...answers([4, 5, 6]),
      { on: 'Write to us', shows: ['start', 'dialog'] },
      { on: 'Close', shows: ['start'] },
      { on: 'Departments', event: 'mouseover', shows: ['start', 'menu'] },
      ...['orders', 'travel', 'repair'].map((name) => ({ on: name, shows: ['start', 'menu', name] })),
    ]);
  });

  test('plain-delegation', async () => {
    await walk(plainDelegation, [
      ...[2, 3, 4, 5, 6].map((at) => ({ on: '<b>', nth: at, shows: ['start', `view ${at}`] })),
      { on: '<li>', shows: ['start'] },
      ...['maps', 'coins', 'stamps', 'shells', 'keys', 'seeds'].map((name) => ({
        on: name,
        shows: ['start', `drawer ${name}`],
      })),
      ...[1, 2, 3].map((at) => ({
        on: '<div>',
        nth: 2 + at,
        shows: ['start', 'drawer seeds', `door ${at}`],
      })),
    ]);
  });

  test('scrolling', async () => {
    await walk(
      scrolling,
      growing(
        ['start'],
        [
          ...[2, 3, 4].map((at) => ({ on: 'Load more', adds: `archive ${at}` })),
          ...[2, 3, 4].map((at) => ({ on: '<div>', event: 'scroll', adds: `box ${at}` })),
          ...[2, 3, 4, 5, 6].map((at) => ({ on: '<html>', event: 'scroll', adds: `feed ${at}` })),
        ],
      ),
    );
  });

  test('frames', async () => {
    await walk(framesApp, [
      ...['tomorrow', 'later', 'done'].map((name) => ({ on: name, shows: ['start', `board ${name}`] })),
      { on: 'today', shows: ['start'] },
      ...['back', 'margin'].map((name) => ({ on: name, shows: ['start', `note ${name}`] })),
      { on: 'front', shows: ['start'] },
      ...['bills', 'drafts', 'photos'].map((name) => ({ on: name, shows: ['start', `desk ${name}`] })),
    ]);
  });

  test('slow', async () => {
    const book = (name: string): Step => ({ on: `Book of ${name}`, shows: ['start', `book of ${name}`] });
    const word = (value: string): Step => ({
      on: '<input>',
      event: 'input',
      value,
      shows: ['start', 'book of harvests', `word ${value}`],
    });
    await walk(slow, [
      ...['births', 'ships', 'harvests'].map(book),
      ...['candle', 'bridge', 'lantern'].map(word),
      { on: 'Prepare the report', shows: ['start', 'book of harvests', 'word lantern', 'report'] },
    ]);
  });

  test('restless', async () => {
    await walk(restless, [
      ...['sky', 'wood', 'field', 'town', 'road'].map((name) => ({
        on: name,
        shows: ['start', `tab ${name}`],
      })),
      { on: 'sea', shows: ['start'] },
    ]);
  });

  test('endless, whose months and notes may be found and need not be', async () => {
    const site = await startApp(endless);
    running.push(site);
    const tab = await driver.tab();
    const first = await tab.open(site.url);
    assert.deepEqual(partsShown(endless, first.document).beyond, ['January 2030', 'part 1']);
    for (const at of [1, 2, 3, 4, 5]) {
      await tour(endless, tab, `${site.url}item/${at}?sid=${'a'.repeat(at)}`, [`item ${at}`], []);
    }
    await tour(
      endless,
      tab,
      `${site.url}?sid=b`,
      ['start'],
      ['+1', 'Next month', 'Load more'].map((on) => ({ on, shows: ['start'] })),
    );
    await tab.close();
  });

  test('instant, a section of every chapter', async () => {
    const site = await startApp(instant);
    running.push(site);
    const tab = await driver.tab();
    const steps = Array.from({ length: 19 }, (_, index) => index + 2).flatMap((at): Step[] => [
      { on: '<button>', nth: at, shows: ['start', `section ${at}.1`] },
      { on: '<button>', nth: 20 + at, shows: ['start', `section ${at}.${at}`] },
    ]);
    await tour(instant, tab, site.url, ['start'], steps);
    await tab.close();
    assert.deepEqual(
      site.requests().map(({ path }) => path),
      ['/', '/book.js'],
    );
  });

  test('controls', async () => {
    const season = (value: string, shows: readonly string[]): Step => ({
      on: '<select>',
      event: 'change',
      value,
      shows,
    });
    const key = (value: string, slide: number): Step => ({
      on: '<section>',
      event: 'keydown',
      value,
      shows: slide === 1 ? ['start'] : ['start', `slide ${slide}`],
    });
    await walk(controls, [
      ...['summer', 'autumn', 'winter', 'rain'].map((name) => season(name, ['start', `season ${name}`])),
      season('spring', ['start']),
      { on: '<input>', nth: 2, event: 'change', shows: ['start', 'size medium'] },
      { on: '<input>', nth: 3, event: 'change', shows: ['start', 'size large'] },
      { on: '<input>', nth: 1, event: 'change', shows: ['start'] },
      { on: '<input>', nth: 4, event: 'change', shows: ['start', 'gift'] },
      { on: '<input>', nth: 5, event: 'change', shows: ['start', 'gift'] },
      { on: '<input>', nth: 4, event: 'change', shows: ['start'] },
      ...[2, 3, 4, 5, 1].map((slide) => key('ArrowRight', slide)),
      key('ArrowLeft', 5),
      key('ArrowRight', 1),
      ...[1, 2, 3].map((at) => ({ on: '<button>', nth: at, shows: ['start'] })),
      { on: 'Light or dark', shows: ['start'] },
      { on: 'From the cellar', shows: ['start', 'invisible button'] },
      { on: 'From the shed', shows: ['start', 'invisible button', 'covered button'] },
      ...['name', 'street'].map((name, at) => ({
        on: '<input>',
        nth: 6 + at,
        event: 'focus',
        shows: ['start', 'invisible button', 'covered button', `hint ${name}`],
      })),
    ]);
  });
});
