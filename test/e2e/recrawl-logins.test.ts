import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stage } from '../../src/cli/fixture.ts';
import { run } from '../../src/cli/main.ts';
import { testFolder } from '../folder.ts';
import { type Ask, html } from '../sites/answer.ts';
import { type FtpServer, ftpTree, startFtp } from '../sites/ftp.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

describe('a crawl of several protocols that needs logins', () => {
  let web: RunningSite;
  let ftp: FtpServer;
  const folder = testFolder('recrawl-logins');
  let text = 'as it was';
  const files = ftpTree({ '/note.txt': 'a note' });

  before(async () => {
    ftp = await startFtp(files, { users: { bob: 's3cret' } });
    const allowed = `Basic ${Buffer.from('ann:hunter2').toString('base64')}`;
    web = await startSite({
      name: 'guarded',
      start: '/',
      respond: ({ path, headers }: Ask) => {
        if (path === '/robots.txt') return { status: 404 };
        if (headers.authorization !== allowed)
          return { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: 'no' };
        const link = path === '/' ? '<a href="/more">more</a>' : '';
        return html(`<!doctype html><title>${path}</title><p>${path} ${path === '/more' ? text : ''}${link}`);
      },
    });
  });
  after(async () => {
    await Promise.all([web.close(), ftp.close()]);
  });

  const withLogin = (url: string, login: string) => url.replace('://', `://${login}@`);
  const seeds = () => [
    withLogin(web.url, 'ann:hunter2'),
    withLogin(`ftp://127.0.0.1:${ftp.port}/`, 'bob:s3cret'),
  ];

  async function argiope(args: readonly string[]) {
    const io = stage();
    const code = await run([...args, '--out', join(folder, 'out'), '--json', '--quiet'], io);
    return {
      code,
      told: io.out() === '' ? {} : (JSON.parse(io.out()) as Record<string, unknown>),
      says: io.err(),
    };
  }

  it('is recrawled with the addresses that carry them', async () => {
    const { code, told } = await argiope(['crawl', ...seeds(), '--engine', 'http']);
    assert.deepEqual([code, told.pages, told.errors], [0, 4, 0]);
    text = 'another text';
    const list = join(folder, 'seeds.txt');
    await writeFile(list, `${seeds().join('\n')}\n`);
    const again = await argiope(['recrawl', `@${list}`]);
    assert.deepEqual([again.code, again.told.unchanged, again.told.changed, again.told.errors], [0, 3, 1, 0]);
  });

  it('is refused one login for all, and the way is named; strangers are refused too', async () => {
    const one = await argiope(['recrawl', '--auth', 'ann:hunter2']);
    assert.equal(one.code, 2);
    assert.match(one.says, /several protocols[\s\S]*argiope recrawl ftp:\/\/user:password@/);
    const stranger = await argiope(['recrawl', 'http://ann:hunter2@elsewhere.example/']);
    assert.equal(stranger.code, 2);
    assert.match(stranger.says, /not begun at http:\/\/elsewhere\.example/);
    assert.doesNotMatch(stranger.says + JSON.stringify(stranger.told), /hunter2/);
  });
});
