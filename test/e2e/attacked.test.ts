import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { stage } from '../../src/cli/fixture.ts';
import { run } from '../../src/cli/main.ts';
import { testFolder } from '../folder.ts';

import { html, redirect } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

/** What a stranger may write wherever text goes: to terminals, spreadsheets, scripts, markup, front matter, headers. */
const evil = [
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202Egnp.exe\u2066x',
  '=cmd|calc!A0',
  '</script><script>owned()</script><img src=x onerror=owned()>',
  ']]>--><svg onload=owned()>',
  '\r\nX-Owned: 1\r\n\r\n---\nowned: true\n---\n',
  '[x](javascript:owned()) `$' + '{owned()}` {{owned()}} "; owned(); //',
];
const coded = (text: string) => text.replace(/[^\w ]/gu, (sign) => `&#${sign.codePointAt(0)};`);
/** Paths that would be files elsewhere, devices, or names that lie. */
const paths = [
  ...[
    '/..%2f..%2fowned',
    '/%2e%2e/%2e%2e/owned',
    '/con',
    '/nul.html',
    '/a:b',
    '/a%00b',
    '/-rf',
    '/~',
    '/%e2%80%aegnp.html',
  ],
  ...[
    `/${'x'.repeat(900)}`,
    '/Same',
    '/same',
    '/SAME',
    '/trailing.',
    '/trailing%20',
    '/.git/config',
    '/%1b%5b2J',
    '/COM1.txt',
    '/%ff%fe',
  ],
];

/** What no terminal may get from a site: signs that move the cursor, ring, or turn the order of letters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const commanding = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

describe('a site that attacks whoever reads of it', () => {
  let site: RunningSite;
  const folder = testFolder('attacked');
  let out = '';
  before(async () => {
    out = join(folder, 'out');
    const all = evil.map(coded);
    const rows = all.map(
      (text, at) => `<tr><td>${text}</td><td>${text} ${at}</td><td>${at + 1}.50 €</td></tr>`,
    );
    site = await startSite({
      name: 'attacker',
      start: '/',
      respond: ({ path }) => {
        if (path === '/robots.txt') return { status: 404 };
        if (path === '/elsewhere') return redirect(`/\u0000${encodeURIComponent(evil[0] ?? '')}`);
        if (path === '/') {
          const links = [...paths, '/list', '/elsewhere', '/missing%1b%5b31m', '/s/0', '/s/1', '/s/2'].map(
            (to, at) => `<a href="${to}">${all[at % all.length]}</a>`,
          );
          const odd = [
            'javascript:owned()',
            'data:text/html,owned',
            'blob:x',
            'file:///etc/passwd',
            'http://\u0000/',
            'http://user:pass@127.0.0.1:1/',
          ];
          return html(
            `<!doctype html><html lang="${all[2]}"><title>${all.join(' ')}</title><base target="${all[2]}"><meta name="description" content="${all[2]}">${links.join(' ')}${odd.map((to) => `<a href="${to}">${to}</a>`).join('')}<script type="application/ld+json">{"@type":"Thing","name":"${'</scr'}\\u0069pt>","__proto__":{"owned":1},"constructor":{"prototype":{"owned":1}}}</script>`,
          );
        }
        if (path === '/list')
          return html(
            `<!doctype html><title>${all[1]}</title><table><tr><th>__proto__<th>${all[1]}<th>price</tr>${rows.join('')}${rows.join('')}</table>`,
          );
        if (path.startsWith('/missing')) return { ...html('gone'), status: 404 };
        return html(
          `<!doctype html><title>${all[path.length % all.length]}</title><h1>${coded(path)}</h1><p>${all.join(' ')} words of ${coded(path)}`,
        );
      },
    });
  });
  after(async () => {
    await site.close();
  });

  async function argiope(...args: string[]) {
    const io = stage({ cwd: folder, columns: 100 });
    const code = await run(args, io);
    return { code, shown: io.out() + io.err() };
  }

  async function files(): Promise<readonly string[]> {
    const found = await readdir(out, { recursive: true, withFileTypes: true });
    return found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  }

  it('commands no terminal', async () => {
    const exports = ['--warc', '--wacz', '--keep-files', '*/*'];
    const crawl = await argiope(
      'crawl',
      site.url,
      '--engine',
      'http',
      '--out',
      out,
      '--verbose',
      '--max-time',
      '60',
      ...exports,
    );
    assert.ok([0, 4].includes(crawl.code), crawl.shown);
    for (const command of [
      ['extract', '--verbose'],
      ['links', '--verbose'],
      ['search', 'words'],
      ['search', 'owned'],
      ['history', `${site.origin}/list`],
      ['forms'],
      ['export', '--format', 'markdown'],
      ['export', '--format', 'csv', '--text'],
      ['graph'],
      ['extract', '--records', 'csv', '--report', join(out, 'report.html')],
    ]) {
      const { code, shown } = await argiope(...command, '--out', out);
      assert.ok([0, 4, 9].includes(code), `${command.join(' ')}: ${code} ${shown}`);
      assert.doesNotMatch(shown, commanding, command.join(' '));
      assert.ok(shown.length > 0);
    }
    assert.doesNotMatch(crawl.shown, commanding);
    assert.equal(({} as { owned?: unknown }).owned, undefined);
  });

  it('writes no file that lies outside, is a device, or has a name that lies', async () => {
    const names = (await files()).map((file) => relative(out, file));
    assert.deepEqual(await readdir(folder), ['out']);
    for (const name of names) {
      assert.doesNotMatch(name, commanding, name);
      for (const part of name.split('/')) {
        assert.doesNotMatch(part, /[<>:"|?*\\]|[. ]$|^(?:con|nul|aux|prn|com\d|lpt\d)(?:\.|$)/i, name);
        assert.ok(Buffer.byteLength(part) <= 255, name);
      }
    }
    assert.equal(
      new Set(names.map((name) => name.toLowerCase())).size,
      names.length,
      'one file on every disk',
    );
  });

  it('puts no markup, formula, header or field of its own into what is made of it', async () => {
    for (const file of await files()) {
      const bytes = await readFile(file);
      const text = (/\.(?:gz)$/.test(file) ? gunzipSync(bytes) : bytes).toString();
      if (file.endsWith('.html')) assert.doesNotMatch(text, /<(?:script>owned|img src=x|svg onload)/i, file);
      if (file.endsWith('.csv'))
        for (const [, cell = ''] of text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r\n)/g))
          assert.doesNotMatch(cell, /^"?[=+@\t\r]/, file);
      if (file.endsWith('.xml')) assert.doesNotMatch(text, /<(?:script|img|svg)/i, file);
      if (file.endsWith('.jsonl')) for (const line of text.split('\n')) if (line !== '') JSON.parse(line);
      if (file.endsWith('.md')) {
        assert.doesNotMatch(text, /^owned: true$/m, file);
        assert.doesNotMatch(
          text.replace(/^---\n[\s\S]*?\n---\n/, ''),
          /(?<!\\)\]\(javascript:|(?<!\\)<(?:script|img src=x|svg onload)/i,
          file,
        );
      }
      if (file.endsWith('.warc.gz'))
        assert.doesNotMatch(text.replace(/\r\n\r\n[\s\S]*?(?=WARC\/1)/g, ''), /^X-Owned/m, file);
    }
  });
});
