import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { parseRobots, robotsFor } from './robots.ts';

type Case = readonly [path: string, allowed: boolean];

function claims(name: string, text: string, cases: readonly Case[]): void {
  test(name, () => {
    const robots = parseRobots(text, 'Argiope');
    for (const [path, allowed] of cases) assert.equal(robots.allows(path), allowed, path);
  });
}

claims(
  'the group that names the crawler counts, not the one for everyone',
  'User-agent: *\nDisallow: /\n\nUser-agent: argiope\nDisallow: /private',
  [
    ['/', true],
    ['/private/x', false],
    ['/privateer', false],
    ['http://site.example/private?x', false],
    ['http://site.example/public', true],
  ],
);

claims(
  'without a group of its own the crawler obeys the one for everyone',
  'User-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /a',
  [
    ['/a', false],
    ['/b', true],
  ],
);

claims('without any group for it, all is allowed', 'User-agent: other\nDisallow: /', [['/a', true]]);

claims(
  'groups of one name are taken together',
  'User-agent: Argiope\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: ARGIOPE\nDisallow: /c',
  [
    ['/a', false],
    ['/b', true],
    ['/c', false],
  ],
);

claims(
  'a group may name several crawlers, with other lines between them',
  'User-agent: x\nCrawl-delay: 3\nSitemap: http://s/m.xml\n\nUser-agent: Argiope/2.0\nDisallow: /a',
  [['/a', false]],
);

claims('a longer name that begins with ours is another crawler', 'User-agent: ArgiopeImages\nDisallow: /', [
  ['/a', true],
]);

claims('the longest match decides', 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c', [
  ['/a/x', false],
  ['/a/b/x', true],
  ['/a/b/c/x', false],
]);

claims(
  'between equals, allow decides, in either order',
  'User-agent: *\nAllow: /p\nDisallow: /p\nDisallow: /q\nAllow: /q',
  [
    ['/p', true],
    ['/q', true],
  ],
);

claims('an empty disallow allows all', 'User-agent: *\nDisallow:\n', [['/', true]]);

claims(
  'an empty disallow ends the names of a group',
  'User-agent: Argiope\nDisallow:\nUser-agent: x\nDisallow: /',
  [['/a', true]],
);

claims(
  'wildcards and the end mark',
  'User-agent: *\nDisallow: /*.gif$\nDisallow: /x*y*z\nDisallow: /only$\nDisallow: *tail$',
  [
    ['/a.gif', false],
    ['/a.gif?x', true],
    ['/a.gifs', true],
    ['/x1y2z3', false],
    ['/x1z2y3', true],
    ['/only', false],
    ['/only/', true],
    ['/some/tail', false],
    ['/some/tails', true],
    ['/a.gif.gif', false],
  ],
);

claims(
  'paths are compared in one spelling',
  'User-agent: *\nDisallow: /a%3cd\nDisallow: /%7ejoe/\nDisallow: /foo/bar?baz=http%3A%2F%2Fx\nDisallow: /ツ\nDisallow: /star%2A\nDisallow: /cash%24\nDisallow: /us$d',
  [
    ['/a%3Cd', false],
    ['/~joe/x', false],
    ['/%7Ejoe/x', false],
    ['/foo/bar?baz=http%3a%2f%2fx', false],
    ['/foo/bar?baz=http://x', true],
    ['/%E3%83%84', false],
    ['/star*', false],
    ['/starling', true],
    ['/cash$', false],
    ['/us$d', false],
  ],
);

claims('paths are case-sensitive, keys are not', 'USER-AGENT: *\nDISALLOW: /Secret', [
  ['/Secret', false],
  ['/secret', true],
]);

claims(
  'comments, blanks, a byte order mark, junk and old line ends do no harm',
  '\uFEFF# hi\rUser-agent : * # all\r\r  Disallow :  /a  # b\rthis is junk\r: empty\rDisallow /c\r<html>',
  [
    ['/a', false],
    ['/c', true],
  ],
);

claims('a rule before the first name belongs to nobody', 'Disallow: /\nUser-agent: *\nDisallow: /a', [
  ['/b', true],
  ['/a', false],
]);

claims('the file itself may always be asked', 'User-agent: *\nDisallow: /', [
  ['/robots.txt', true],
  ['/robots.txt.bak', false],
]);

test('delay and sitemaps are read', () => {
  const robots = parseRobots(
    'Sitemap: http://s/1.xml\nUser-agent: *\nCrawl-delay: 2.5\nDisallow: /x\nSitemap: http://s/2.xml',
    'Argiope',
  );
  assert.equal(robots.crawlDelay, 2.5);
  assert.deepEqual(robots.sitemaps, ['http://s/1.xml', 'http://s/2.xml']);
  assert.equal(parseRobots('User-agent: *\nCrawl-delay: soon\nDisallow: /x').crawlDelay, null);
  assert.equal(parseRobots('User-agent: *\nCrawl-delay:\nDisallow: /x').crawlDelay, null);
});

test('what lies beyond 500 KiB is not read, and the line at the cut is dropped', () => {
  const lines = ['User-agent: *', 'Disallow: /early'];
  const filler = `#${'é'.repeat(40)}\n`.repeat(6200);
  const text = `${lines.join('\n')}\n${filler}`;
  const room = 500 * 1024 - Buffer.byteLength(text);
  assert.ok(room > 20, 'the filler leaves room before the cut');
  const cut = `${text}#${'x'.repeat(room - 14)}\nDisallow: /abcdef\nDisallow: /late`;
  const robots = parseRobots(cut, 'Argiope');
  assert.equal(robots.allows('/early'), false);
  assert.equal(robots.allows('/a'), true);
  assert.equal(robots.allows('/late'), true);
});

test('answers without a file follow the RFC', () => {
  const body = 'User-agent: *\nDisallow: /a';
  assert.deepEqual(
    [200, 204, 404, 403, 429, 301].map((status) => robotsFor(status, body).allows('/a')),
    [false, false, true, true, true, true],
  );
  assert.deepEqual(
    [500, 503, null].map((status) => robotsFor(status, body).allows('/b')),
    [false, false, false],
  );
});

test('a pattern with many wildcards is matched in no time', () => {
  const robots = parseRobots(`User-agent: *\nDisallow: /${'a*'.repeat(2000)}b$`);
  assert.equal(robots.allows(`/${'a'.repeat(20_000)}`), true);
});

test('patterns match what the same expression matches', () => {
  const letters = fc.constantFrom('a', 'b', '*', '/');
  const pattern = fc.tuple(fc.array(letters, { maxLength: 8 }), fc.boolean());
  const path = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 10 });
  fc.assert(
    fc.property(pattern, path, ([pieces, whole], steps) => {
      const expression = new RegExp(`^/${pieces.join('').replaceAll('*', '.*')}${whole ? '$' : ''}`);
      const target = `/${steps.join('')}`;
      if (target.startsWith('//')) return;
      const robots = parseRobots(`User-agent: *\nDisallow: /${pieces.join('')}${whole ? '$' : ''}`);
      assert.equal(robots.allows(target), !expression.test(target));
    }),
    { numRuns: 3000 },
  );
});

test('blanks in a line cost no more than their number', () => {
  const { allows } = parseRobots(`User-agent: *\nDisallow: ${' '.repeat(400_000)}/a${'\t'.repeat(50_000)}\n`);
  assert.deepEqual([allows('http://h.test/a'), allows('http://h.test/b')], [false, true]);
});
