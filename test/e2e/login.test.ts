import assert from 'node:assert/strict';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { stage } from '../../src/cli/fixture.ts';
import { run } from '../../src/cli/main.ts';
import { testFolder } from '../folder.ts';
import { type Answer, type Ask, html, redirect } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

const password = 'correct-horse-battery-77';

/** A site for members: sessions are cookies, which can be ended, and pages are asked for a few times each. */
class Members {
  readonly sessions = new Set<string>();
  logins = 0;
  /** Pages that are shown before all sessions are ended; `null`: they last. */
  endsAfter: number | null = null;
  shown = 0;
  /** What somebody gets who is not signed in. */
  refusal: 'redirect' | 'form' | '403' = 'redirect';
  /** Whether pages have a form that searches. */
  searches = false;

  readonly respond = (ask: Ask): Answer => {
    const { path } = ask;
    if (path === '/robots.txt') return { status: 404 };
    if (path === '/login') return ask.method === 'POST' ? this.#signIn(ask) : html(loginPage());
    const session = /session=([\w-]+)/.exec(ask.headers.cookie ?? '')?.[1];
    if (session === undefined || !this.sessions.has(session)) return this.#refused(path);
    if (path === '/secret') return { ...html('<title>no</title><p>Not for you'), status: 403 };
    if (this.endsAfter !== null && ++this.shown === this.endsAfter) this.sessions.clear();
    return html(memberPage(path) + (this.searches ? search : ''));
  };

  #signIn({ body }: Ask): Answer {
    const form = new URLSearchParams(body);
    if (form.get('user') !== 'ann' || form.get('pw') !== password) return html(loginPage('Wrong password'));
    this.logins++;
    const session = `s3ss10n-t0ken-${this.logins}`;
    this.sessions.add(session);
    return {
      ...redirect('/home'),
      headers: { location: '/home', 'set-cookie': `session=${session}; Path=/; HttpOnly` },
    };
  }

  #refused(path: string): Answer {
    if (this.refusal === '403') return { ...html('<title>403</title><p>Sign in first'), status: 403 };
    return this.refusal === 'form' ? html(loginPage()) : redirect(`/login?next=${path}`);
  }
}

const search =
  '<form action="/find" role="search"><input type="search" name="q"><button>Search</button></form>';

function loginPage(says = ''): string {
  return `<!doctype html><title>Sign in</title><h1>Sign in</h1><p>${says}<form method="post" action="/login">
    <label for="u">User name</label><input id="u" name="user"><label for="p">Password</label>
    <input id="p" name="pw" type="password"><button>Sign in</button></form>`;
}

function memberPage(path: string): string {
  const number = Number(path.replace(/\D/g, '') || 0);
  const next = number < 6 ? `<a href="/page/${number + 1}">More of it ${number + 1}</a>` : '';
  return `<!doctype html><title>${path}</title><p>Members read ${path} here</p>${next}<a href="/secret">Board</a><a href="/logout">Log out</a>`;
}

describe('a site that one has to sign in to', () => {
  const members = new Members();
  let site: RunningSite;
  const folder = testFolder('login');
  let steps = '';

  before(async () => {
    site = await startSite({ name: 'members', start: '/home', respond: members.respond });
    steps = join(folder, 'steps.json');
    await writeFile(
      steps,
      JSON.stringify({
        steps: [
          { open: `${site.origin}/login` },
          { fill: 'User name', with: 'ann' },
          { fill: '#p', with: '$MEMBERS_PASSWORD' },
          { click: 'Sign in' },
          { wait: 'Log out' },
        ],
      }),
    );
    process.env.MEMBERS_PASSWORD = password;
  });
  beforeEach(() => {
    members.sessions.clear();
    Object.assign(members, { logins: 0, endsAfter: null, shown: 0, refusal: 'redirect', searches: false });
  });
  after(async () => {
    delete process.env.MEMBERS_PASSWORD;
    await site.close();
  });

  async function argiope(args: readonly string[]) {
    const io = stage({ cwd: folder });
    const code = await run([...args, '--json'], io);
    return { code, told: JSON.parse(io.out() || '{}') as Record<string, unknown>, says: io.err() };
  }

  /** Everything below a folder that holds one of the secrets, archives unpacked. */
  async function leaks(out: string): Promise<readonly string[]> {
    const secrets = [password, 's3ss10n-t0ken'];
    const files = (await readdir(out, { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    );
    const found: string[] = [];
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name));
      const text = (name.endsWith('.gz') ? unpacked(bytes) : bytes).toString('latin1') + name;
      if (secrets.some((secret) => text.includes(secret))) found.push(name);
    }
    return found;
  }

  /** What the archives of a crawl hold. */
  async function archived(out: string): Promise<string> {
    const files = (await readdir(out, { recursive: true })).filter((name) => name.endsWith('.warc.gz'));
    const texts = await Promise.all(files.map((name) => readFile(join(out, name))));
    return texts.map((bytes) => unpacked(bytes).toString('latin1')).join();
  }

  const titles = async (out: string) =>
    (await readFile(join(out, 'pages.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { title: string }).title)
      .sort();
  const all = ['/home', '/page/1', '/page/2', '/page/3', '/page/4', '/page/5', '/page/6'];

  it('is signed in to once for its links and once for all questions of its forms', async () => {
    members.searches = true;
    const out = join(folder, 'forms');
    const flags = ['--engine', 'http', '--forms', '--out', out];
    const { code, told, says } = await argiope(['crawl', site.url, '--login', steps, ...flags]);
    assert.deepEqual([code, members.logins], [0, 2], says);
    assert.deepEqual(told.forms, { found: 1, searchable: 1, asked: 1, silent: 1 });
  });

  for (const engine of ['http', 'browser']) {
    it(`is crawled by steps, renewed where the login is lost, and leaves no secret behind (${engine})`, async () => {
      members.endsAfter = 5;
      const out = join(folder, `steps-${engine}`);
      const flags = ['--engine', engine, '--workers', '1', '--warc', '--verbose'];
      const { code, told, says } = await argiope([
        'crawl',
        site.url,
        '--login',
        steps,
        '--out',
        out,
        ...flags,
      ]);
      assert.deepEqual([code, members.logins], [0, 2], says);
      assert.deepEqual(await titles(out), all);
      assert.match(says, /the login is lost \(.*\); signing in again/);
      assert.doesNotMatch(says + JSON.stringify(told), new RegExp(`${password}|s3ss10n`));
      assert.deepEqual(await leaks(out), []);
      assert.match(await archived(out), /cookie: \(removed\)/i);
      if (engine === 'browser') return;
      // A revisit is signed in by the files that the crawl was given.
      const again = await argiope(['recrawl', '--out', out]);
      assert.deepEqual([again.code, again.told.unchanged, again.told.gone], [0, 7, 0], again.says);
    });
  }

  it('is left where a profile is good no more, and no login page is kept', async () => {
    const refusal = 'form' as const;
    const profile = join(folder, `${refusal}.json`);
    const out = join(folder, `profile-${refusal}`);
    const login = await argiope(['login', `${site.origin}/login`, '--login', steps, '--profile', profile]);
    assert.deepEqual([login.code, login.told.inside], [0, `${site.origin}/home`], login.says);
    assert.equal((await stat(profile)).mode & 0o777, 0o600);
    Object.assign(members, { refusal, endsAfter: 4 });
    const crawl = ['crawl', site.url, '--engine', 'http', '--workers', '1', '--out', out];
    const { code, told, says } = await argiope([...crawl, '--profile', profile]);
    assert.equal(code, 10, says);
    assert.match(says, /the login is lost: .*SIGNED_OUT/s);
    assert.match(says, /argiope login/);
    assert.doesNotMatch(says + JSON.stringify(told), /s3ss10n/);
    assert.deepEqual(await leaks(out), []);
    // Signed in again, it goes on where it stopped: nothing was taken for a page meanwhile.
    members.endsAfter = null;
    await argiope(['login', `${site.origin}/login`, '--login', steps, '--profile', profile]);
    assert.equal((await argiope(crawl)).code, 0);
    assert.deepEqual(await titles(out), all);
  });

  it('says what is wrong with steps and profiles, without a value', async () => {
    const wrong = join(folder, 'wrong.json');
    const refused = async (content: string) => {
      await writeFile(wrong, content);
      const { code, says } = await argiope([
        'crawl',
        site.url,
        '--login',
        wrong,
        '--out',
        join(folder, 'no'),
      ]);
      assert.equal(code, 2, says);
      assert.doesNotMatch(says, /hunter2/);
      return says;
    };
    const open = { open: site.url };
    assert.match(await refused('{"steps": ["hunter2"'), /not valid JSON/);
    assert.match(await refused(JSON.stringify({ steps: [open, { fil: '#a' }] })), /did you mean "fill"/);
    assert.match(await refused(JSON.stringify({ steps: [{ click: 'x' }] })), /step 1 must open/);
    const missing = { steps: [open, { fill: '#p', with: '$NOBODY_SET_THIS' }] };
    assert.match(await refused(JSON.stringify(missing)), /NOBODY_SET_THIS, which is not set/);
    await writeFile(wrong, '{"cookies": "hunter2"}');
    const { code, says } = await argiope([
      'crawl',
      site.url,
      '--profile',
      wrong,
      '--out',
      join(folder, 'no'),
    ]);
    assert.deepEqual([code, /hunter2/.test(says)], [2, false], says);
    await chmod(wrong, 0o644);
  });

  it('that does not let one in is named, and nothing is kept', async () => {
    process.env.WRONG_PASSWORD = 'hunter2hunter2';
    const wrong = join(folder, 'wrong-password.json');
    const text = (await readFile(steps, 'utf8')).replace('MEMBERS_PASSWORD', 'WRONG_PASSWORD');
    await writeFile(wrong, text.replace(',{"wait":"Log out"}', ''));
    const { code, says } = await argiope([
      'login',
      `${site.origin}/login`,
      '--login',
      wrong,
      '--profile',
      'x.json',
    ]);
    delete process.env.WRONG_PASSWORD;
    assert.equal(code, 10, says);
    assert.match(says, /did not sign in: .*still asks for a password/);
    assert.doesNotMatch(says, /hunter2/);
    await assert.rejects(stat(join(folder, 'x.json')));
  });
});

/** All members of a file that was packed piece by piece. */
function unpacked(bytes: Buffer): Buffer {
  return gunzipSync(bytes);
}
