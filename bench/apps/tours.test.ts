import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startDriver, type TestDriver } from '../../src/drivers/chromium/fixture.ts';
import { angularTabs } from './angular/tabs.ts';
import { tabs as houseTabs, sections } from './angular/tabs-content.ts';
import type { App } from './app.ts';
import { litShadow } from './lit/shadow.ts';
import { plainRoutes } from './plain-routes/app.ts';
import { plainWidgets } from './plain-widgets/app.ts';
import { people, tabs } from './plain-widgets/content.ts';
import { reactShop } from './react/shop.ts';
import { products } from './react/shop-stock.ts';
import { reactTable } from './react/table.ts';
import { perPage, rows } from './react/table-rows.ts';
import { type RunningApp, startApp } from './serve.ts';
import { svelteTree } from './svelte/tree.ts';
import { folders } from './svelte/tree-nodes.ts';
import { type Step, tour } from './tour.ts';
import { vueHash } from './vue/hash.ts';
import { vueWizard } from './vue/wizard.ts';

/** Names of the rows on a page of the table. */
function rowNames(page: number): string[] {
  return rows.slice((page - 1) * perPage, page * perPage).map(({ name }) => name);
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

  async function walk(app: App, steps: readonly Step[], start: readonly string[] = ['start']): Promise<void> {
    const site = await startApp(app);
    running.push(site);
    const tab = await driver.tab();
    await tour(app, tab, site.url, start, steps);
    await tab.close();
    const events = app.parts.filter(({ needs }) => needs === 'event').map(({ name }) => name);
    const shown = new Set(steps.flatMap(({ shows }) => shows));
    assert.deepEqual(
      events.filter((name) => !shown.has(name)),
      [],
      'the tour shows everything',
    );
  }

  test('react-shop', () =>
    walk(
      reactShop,
      products.flatMap(({ id, name }): Step[] => {
        const page = Math.ceil(id / 4);
        const list = page === 1 ? 'start' : `list ${page}`;
        return [
          ...(page === 1 ? [] : [{ on: `${page}`, shows: [list] }]),
          { on: name, shows: [`product ${id}`] },
          { on: 'Add to cart', shows: [`product ${id}`] },
          { on: 'Specs', shows: [`product ${id} specs`] },
          { on: 'Reviews', shows: [`product ${id} reviews`] },
          { on: 'Back to all goods', shows: ['start'] },
        ];
      }),
    ));

  test('react-shop, whose addresses show their products when they are opened', async () => {
    const site = await startApp(reactShop);
    running.push(site);
    const tab = await driver.tab();
    await tour(reactShop, tab, `${site.url}product/7`, ['product 7'], []);
    await tour(reactShop, tab, site.url, ['start'], [{ on: 'Next', shows: ['list 2'] }]);
    await tab.close();
  });

  test('react-table', () =>
    walk(
      reactTable,
      [2, 3, 4].map((page) => ({ on: '<button>', nth: 3 + page, shows: rowNames(page) })),
      rowNames(1),
    ));

  test('vue-wizard', () =>
    walk(
      vueWizard,
      [1, 2, 3, 4].flatMap((at): Step[] => {
        const step = at === 1 ? 'start' : `step ${at}`;
        return [
          ...(at === 1 ? [] : [{ on: 'Next', shows: [step] }]),
          { on: 'What is this?', shows: [step, `help ${at}`] },
          { on: 'Close', shows: [step] },
        ];
      }),
    ));

  test('vue-hash, by its links and by its addresses', async () => {
    const routes = vueHash.parts.map(({ name }) => name).slice(1);
    const site = await startApp(vueHash);
    running.push(site);
    const tab = await driver.tab();
    for (const route of routes) await tour(vueHash, tab, `${site.url}#${route}`, [route], []);
    await tab.close();
    await walk(vueHash, [
      { on: 'News', shows: ['/news'] },
      ...[1, 2, 3, 4, 5, 6].flatMap((at) => [
        { on: '<a>', nth: 4 + at, shows: [`/news/${at}`] },
        { on: 'News', shows: ['/news'] },
      ]),
      { on: 'People', shows: ['/people'] },
      { on: 'Oskar draws', shows: ['/people/oskar'] },
      { on: 'Front page', shows: ['start'] },
    ]);
  });

  test('svelte-tree', () => {
    // Every folder opened before is above the next in the document, so labels repeat in order.
    const seen = new Map<string, number>();
    const open = folders.map((folder, at): Step => {
      const label = folder.split('/').at(-1) ?? '';
      seen.set(label, (seen.get(label) ?? 0) + 1);
      return { on: label, nth: seen.get(label) ?? 1, shows: ['start', ...folders.slice(0, at + 1)] };
    });
    const others = folders.filter((folder) => !folder.startsWith('Maps'));
    return walk(svelteTree, [...open, { on: 'Maps', shows: ['start', ...others] }]);
  });

  test('angular-tabs', () =>
    walk(angularTabs, [
      ...houseTabs.slice(1).map(({ title }) => ({ on: title, shows: [`tab ${title}`] })),
      { on: 'Overview', shows: ['start'] },
      ...sections.map(({ title }, at) => ({
        on: title,
        shows: ['start', ...sections.slice(0, at + 1).map((open) => `section ${open.title}`)],
      })),
      { on: 'Arrival', shows: ['start', ...sections.slice(1).map((open) => `section ${open.title}`)] },
    ]));

  test('lit-shadow', () =>
    walk(litShadow, [
      ...[2, 3, 4, 5].map((at) => ({ on: `${at}`, shows: [`story ${at}`] })),
      { on: '1', shows: ['start'] },
      { on: '<button>', nth: 6, shows: ['start', 'note 1'] },
      { on: '<button>', nth: 7, shows: ['start', 'note 1', 'note 2'] },
      { on: 'Tuesday', shows: ['start', 'note 1', 'note 2', 'saying 2'] },
      { on: 'Wednesday', shows: ['start', 'note 1', 'note 2', 'saying 3'] },
      { on: 'Thursday', shows: ['start', 'note 1', 'note 2', 'saying 4'] },
      { on: 'Monday', shows: ['start', 'note 1', 'note 2'] },
    ]));

  test('plain-widgets', () =>
    walk(plainWidgets, [
      ...[2, 3, 4, 5, 6, 7, 8].map((at) => ({ on: `${at}`, shows: [`list ${at}`] })),
      ...tabs.slice(1).map(({ title }) => ({ on: title, shows: ['list 8', `tab ${title}`] })),
      { on: 'Weather', shows: ['list 8'] },
      ...people.map(({ name }) => ({
        on: name,
        event: 'mouseenter',
        shows: ['list 8', `card ${name}`],
      })),
    ]));

  test('plain-routes', () => {
    const routes = plainRoutes.parts.map(({ name }) => name).slice(1);
    const steps = routes.flatMap((route): Step[] => [
      ...(route.split('/').length === 2 ? [{ on: 'Museum', shows: ['start'] }] : []),
      { on: route.split('/').at(-1) ?? '', shows: [route] },
      ...(route.split('/').length === 3
        ? [
            { on: 'Museum', shows: ['start'] },
            { on: route.split('/')[1] ?? '', shows: [`/${route.split('/')[1]}`] },
          ]
        : []),
    ]);
    return walk(plainRoutes, steps);
  });

  test('plain-routes, whose addresses are answered with 404', async () => {
    const site = await startApp(plainRoutes);
    running.push(site);
    assert.equal((await fetch(`${site.url}ships`)).status, 404);
    assert.equal((await fetch(site.url)).status, 200);
    assert.deepEqual(
      site.requests().map(({ method, path }) => `${method} ${path}`),
      ['GET /ships', 'GET /'],
    );
  });
});
