import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CrawlSettings, defaultSettings } from '../config/index.ts';
import type { CrawlEvent } from '../model/index.ts';
import { refuseForeign, tellDirect } from './foreign-options.ts';

const [web, ftp, board] = ['http://a.example/', 'ftp://a.example/', 'telnet://a.example/'];

function refusal(seeds: readonly string[], given: Partial<CrawlSettings>): string | null {
  try {
    refuseForeign({ ...defaultSettings(seeds), ...given });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const forTheWeb: readonly (readonly [flag: string, given: Partial<CrawlSettings>])[] = [
  ['--engine browser', { engine: 'browser' }],
  ['--engine http', { engine: 'http' }],
  ['--proxy', { proxy: 'http://proxy.example:3128' }],
  ['--proxy-bypass', { proxyBypass: ['a.example'] }],
  ['--cookies', { cookies: 'cookies.txt' }],
  ['--sitemap', { sitemap: ['auto'] }],
];

for (const [flag, given] of forTheWeb)
  test(`${flag} is refused where no seed is of the web`, () => {
    assert.equal(refusal([ftp], given), `${flag} is for web sites, and ${ftp} is none`);
    assert.equal(refusal([ftp, board], given), `${flag} is for web sites, and none of the 2 seeds is one`);
    assert.equal(refusal([ftp, web, board], given), null);
  });

test('--auth is for one protocol: a password of a web site is not sent to an FTP server', () => {
  assert.match(refusal([web, ftp], { auth: 'ann:s3cret' }) ?? '', /--auth .* several protocols/);
  assert.equal(refusal([ftp, 'ftp://b.example/'], { auth: 'ann:s3cret' }), null);
  assert.equal(refusal([web, ftp], { logins: { 'ftp://a.example': 'ann:s3cret' } }), null);
});

test('that a proxy is not for all seeds is said', () => {
  const told = (seeds: readonly string[], proxy: string | null) => {
    const events: CrawlEvent[] = [];
    tellDirect({ ...defaultSettings(seeds), proxy }, (event) => events.push(event));
    return events.map((event) => (event.kind === 'note' ? event.text : ''));
  };
  assert.match(told([web, ftp], 'http://proxy.example:3128')[0] ?? '', /ftp:\/\/a\.example\/ .* directly/);
  assert.deepEqual(told([web, ftp], null), []);
  assert.deepEqual(told([web], 'http://proxy.example:3128'), []);
});
