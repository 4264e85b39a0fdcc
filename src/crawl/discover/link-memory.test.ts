import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRobots, Sessions } from '../../frontier/index.ts';
import { LinkMemory } from './link-memory.ts';

const origin = 'http://site.example';
const memory = (sessions = new Sessions()) =>
  new LinkMemory(sessions, (url) => (url.startsWith(origin) ? 'in' : 'offsite'));

describe('what is remembered of an address', () => {
  it('is its one spelling and whether it belongs to the crawl', () => {
    const links = memory();
    const link = links.of('HTTP://Site.example:80/a/../b#part');
    assert.deepEqual([link.url, link.verdict], [`${origin}/b`, 'in']);
    assert.equal(link.instruction.fingerprint, links.of(`${origin}/b`).instruction.fingerprint);
    assert.equal(links.of('http://other.example/').verdict, 'offsite');
    assert.deepEqual([links.of('mailto:a@b').url, links.of('mailto:a@b').verdict], [null, 'excluded']);
  });

  it('is another address once a session was found in it', () => {
    const sessions = new Sessions();
    const links = memory(sessions);
    const print = (token: string) => links.of(`${origin}/p?v=${token}`).instruction.fingerprint;
    assert.notEqual(print('1a2b3c4d'), print('5e6f7a8b'));
    for (const token of ['1a2b3c4d', '9c8d7e6f'])
      sessions.same(`${origin}/p?v=5e6f7a8b`, `${origin}/p?v=${token}`);
    assert.equal(print('1a2b3c4d'), print('5e6f7a8b'));
  });

  it('depends on the words of the link and on the rules of the host', () => {
    const link = memory().of(`${origin}/item/3`);
    assert.equal(link.changesSite({ text: 'Item 3', hints: '' }), false);
    assert.equal(link.changesSite({ text: 'Delete', hints: '' }), true);
    assert.equal(link.changesSite({ text: 'Item 3', hints: '' }), false);
    assert.equal(link.allowedBy(parseRobots('User-agent: *\nDisallow: /item/')), false);
    assert.equal(link.allowedBy(parseRobots('')), true);
  });
});
