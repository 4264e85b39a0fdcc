import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CrawlSettings, defaultSettings } from '../../config/index.ts';
import { RobotsGate } from '../../frontier/index.ts';
import { ClassAudits } from '../../identity/index.ts';
import type { Candidate, Reason, SiteStore } from '../../model/index.ts';
import { candidateOf, captureOf } from '../fixture.ts';
import { Gate } from './gate.ts';
import { PageRules } from './page-rules.ts';

function gate(
  settings: Partial<CrawlSettings> = {},
  robots: string | null = null,
  audits = new ClassAudits(),
): Gate {
  const rules = robots === null ? null : new RobotsGate(async () => ({ status: 200, body: robots }));
  return new Gate(defaultSettings(['http://h/'], settings), rules, audits);
}

async function reasons(
  gate: Gate,
  candidates: readonly Partial<Candidate>[],
  depth = 0,
): Promise<(Reason | null)[]> {
  const capture = captureOf('page', 'http://h/', { candidates: candidates.map(candidateOf) });
  return (await gate.judge(capture, 0, depth)).map((judged) => judged.refused);
}

describe('what the gate refuses', () => {
  const links = ['http://h/a', 'http://other/a', 'mailto:a@h', 'http://h/private/x', 'http://h/logout'];

  test('links off the site, that are none, that robots.txt forbids, that change the site', async () => {
    const judged = await reasons(
      gate({}, 'User-agent: *\nDisallow: /private/'),
      links.map((href) => ({ href })),
    );
    assert.deepEqual(judged, [null, 'offsite', 'excluded', 'robots', 'unsafe']);
  });

  test('addresses that include and exclude leave out', async () => {
    const judged = await reasons(gate({ include: [/\/a/], exclude: [/b/] }), [
      { href: 'http://h/a' },
      { href: 'http://h/ab' },
      { href: 'http://h/c' },
    ]);
    assert.deepEqual(judged, [null, 'excluded', 'excluded']);
  });

  test('events that look like deleting, by word, hint or call, unless they are asked for', async () => {
    const candidates = [
      { call: 'show(1)', text: 'Show' },
      { call: 'send(1)', text: 'Delete' },
      { call: 'send(1)', text: '删除' },
      { call: 'send(1)', hints: 'btn-logout' },
      { call: 'deleteItem(1)', text: 'x' },
    ];
    assert.deepEqual(await reasons(gate(), candidates), [null, 'unsafe', 'unsafe', 'unsafe', 'unsafe']);
    assert.deepEqual(await reasons(gate({ unsafe: true }), candidates), [null, null, null, null, null]);
  });

  test('whatever lies deeper than allowed', async () => {
    const candidates = [{ href: 'http://h/a' }, { call: 'load(2)' }];
    assert.deepEqual(await reasons(gate({ depth: 2 }), candidates, 1), [null, null]);
    assert.deepEqual(await reasons(gate({ depth: 2 }), candidates, 2), ['depth', 'depth']);
  });

  test('to open what is off the site or forbidden', async () => {
    const strict = gate({}, 'User-agent: *\nDisallow: /private/');
    assert.equal(await strict.refuses('http://h/a'), null);
    assert.equal(await strict.refuses('http://other/'), 'offsite');
    assert.equal(await strict.refuses('http://h/private/x'), 'robots');
  });
});

describe('what the gate says an action would do', () => {
  const candidates = [
    candidateOf({ href: 'http://H:80/a#part' }),
    candidateOf({ call: 'load(2)', script: 'inline', text: 'two', id: 'go', xpath: '/HTML/B[1]' }),
    candidateOf({ tag: 'div' }),
  ];
  const capture = captureOf('page', 'http://h/', { candidates, wanted: ['http://h/asked'] });

  test('a link its address, a handler its call, an element itself, a script the address it asked for', async () => {
    const judged = await gate().judge(capture, 0, 0);
    assert.deepEqual(
      judged.map(({ action, url }) => [action.instruction.kind, url, action.event]),
      [
        ['url', 'http://h/a', 'click'],
        ['call', null, 'click'],
        ['element', null, 'click'],
        ['url', 'http://h/asked', 'script'],
      ],
    );
    const { id, xpath, label, instruction } = judged[1]?.action ?? {};
    assert.deepEqual([id, xpath, label, instruction?.text], ['go', '/HTML/B[1]', 'two', 'inline:load(2)']);
  });

  test('the same from two pages, unless the policy is to compare contents only', async () => {
    const other = captureOf('other', 'http://h/', { candidates });
    const shared: Record<string, readonly boolean[]> = {};
    for (const dedupe of ['double', 'single', 'none'] as const) {
      const one = await gate({ dedupe }).judge(capture, 1, 0);
      const two = await gate({ dedupe }).judge(other, 2, 0);
      shared[dedupe] = two.map(
        (each, at) => each.action.instruction.fingerprint === one[at]?.action.instruction.fingerprint,
      );
    }
    assert.deepEqual(shared, {
      double: [true, true, true],
      single: [true, false, false],
      none: [false, false, false],
    });
  });

  test('bound to the page where audits of its class failed', async () => {
    const audits = new ClassAudits();
    audits.fail('inline:load');
    assert.equal((await gate({}, null, audits).judge(capture, 0, 0))[1]?.action.instruction.scope, 'page');
    assert.equal((await gate().judge(capture, 0, 0))[1]?.action.instruction.scope, 'document');
  });
});

describe('what a page says of its links', () => {
  const candidates = [{ href: 'http://h/a' }, { call: 'show(2)' }, { href: 'http://other/a' }];
  const notes = { note: async () => null, putNote: async () => {} } as unknown as SiteStore;
  const judged = async (header: string) => {
    const rules = new PageRules(notes);
    rules.heard('http://h/#top', header);
    const ruled = new Gate(
      defaultSettings(['http://h/']),
      null,
      new ClassAudits(),
      undefined,
      undefined,
      undefined,
      undefined,
      rules,
    );
    return reasons(ruled, candidates);
  };

  test('nofollow leaves links alone and events not; without it they are followed', async () => {
    assert.deepEqual(await judged('nofollow'), ['robots', null, 'offsite']);
    assert.deepEqual(await judged('noindex'), [null, null, 'offsite']);
    assert.deepEqual(await judged('otherbot: nofollow'), [null, null, 'offsite']);
  });

  test('a document that came without the header later is free again', async () => {
    const rules = new PageRules(notes);
    const capture = captureOf('page', 'http://h/', { candidates: [] });
    rules.heard('http://h/', 'none');
    assert.deepEqual(await rules.of(0, capture), { index: false, follow: false });
    rules.heard('http://h/', '');
    assert.deepEqual(await rules.of(0, capture), { index: true, follow: true });
  });
});
