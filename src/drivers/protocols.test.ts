import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startThree, type Three } from '../../test/sites/three.ts';
import type { Driver } from '../model/driver.ts';
import { bbsDriver } from './bbs/driver.ts';
import { ftpDriver } from './ftp/index.ts';
import { httpDriver } from './http/index.ts';
import { protocolDriver } from './protocols.ts';

describe('a driver of several protocols', () => {
  let three: Three;
  let driver: Driver;
  before(async () => {
    three = await startThree(1);
    const settings = {
      seeds: three.seeds,
      auth: null,
      charset: null,
      headers: {},
      userAgent: null,
      workers: 1,
    };
    const web = httpDriver({ ...settings, proxy: null });
    driver = protocolDriver({ web, ftp: ftpDriver(settings), bbs: bbsDriver(settings) });
  });
  after(async () => {
    await driver.close();
    await three.close();
  });

  test('opens each address by its own, and fires where the page is that is shown', async () => {
    const tab = await driver.tab();
    const [web, ftp, board] = three.seeds;
    assert.equal((await tab.open(web)).document.title, 'Start');
    const screen = await tab.open(board);
    const key = screen.candidates.find(({ event }) => event === 'key');
    assert.ok(key, 'a screen offers keys');
    const { id, xpath, event, value } = key;
    const order = { id, xpath, event, ...(value !== undefined && { value }) };
    assert.equal((await tab.fire(order, new Set())).kind, 'captured');
    assert.equal((await tab.open(`${ftp}pub/`)).document.title, 'Index of /pub/');
    assert.deepEqual(await tab.fire(order, new Set()), { kind: 'lost' }, 'a folder has no keys');
    assert.deepEqual(
      (await tab.printsAt(['/HTML/BODY[1]'])).map((print) => typeof print),
      ['string'],
    );
    await tab.close();
    assert.deepEqual(await tab.printsAt(['/HTML/BODY[1]']), [null]);
  });

  test('leaves a board when something else is opened, and comes back by another login', async () => {
    const tab = await driver.tab();
    const [web, , board] = three.seeds;
    const before = three.board.logins;
    await tab.open(board);
    await tab.open(web);
    await tab.open(board);
    await tab.open(board);
    assert.equal(three.board.logins - before, 3);
    assert.ok(three.board.together <= 2);
    await tab.close();
  });

  test('keeps one connection to an FTP server for tabs that look at it one after the other', async () => {
    const [one, other] = [await driver.tab(), await driver.tab()];
    const [web, ftp] = three.seeds;
    await one.open(ftp);
    await one.open(web);
    await other.open(`${ftp}pub/`);
    await one.open(`${ftp}pub/docs/`);
    assert.equal(three.ftp.connections, 1);
    const together = ['pub/', 'pub/docs/'].map((path, at) => [one, other][at]?.open(ftp + path));
    await Promise.all(together);
    assert.equal(three.ftp.connections, 2, 'and another where two look at once');
    await Promise.all([one.close(), other.close()]);
  });

  test('adds up what went over the wire, and reads files by the protocol of each', async () => {
    const [web, ftp] = three.seeds;
    const before = driver.counts();
    const logo = await driver.fetch(`${ftp}pub/docs/logo.png`);
    assert.equal(logo?.contentType, 'image/png');
    assert.match((await driver.fetch(`${web}article/1`))?.contentType ?? '', /html/);
    const now = driver.counts();
    assert.ok(now.requests - before.requests >= 2);
    assert.ok(now.bytes - before.bytes >= (logo?.body.length ?? 0));
  });

  test('says on which pages events can be fired', () => {
    assert.deepEqual(
      three.seeds.map((seed) => driver.fires(seed)),
      [false, false, true],
    );
  });

  test('refuses what it has no driver for', async () => {
    const alone = protocolDriver({ ftp: ftpDriver({ seeds: three.seeds, auth: null, charset: null }) });
    const tab = await alone.tab();
    await assert.rejects(() => tab.open(three.seeds[2]), { code: 'NOT_A_PAGE', message: /address of ftp/ });
    await alone.close();
  });
});
