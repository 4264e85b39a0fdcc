import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PageInput, PageVisits, SiteStore } from '../../src/model/index.ts';
import { contentOf, documentOf, fingerprintOf, keptPage, queuedPage, transitionOf } from './store.ts';

function visitsOf(page: number): PageVisits {
  return {
    page,
    firstSeen: '2026-01-01T00:00:00.000Z',
    lastSeen: '2026-01-09T00:00:00.000Z',
    checks: 3,
    changes: 2,
    changedAt: '2026-01-08T00:00:00.000Z',
    quiet: 1.5,
    dated: 1,
    stirs: [2, 4.5],
    goneAt: page % 2 ? '2026-01-09T00:00:00.000Z' : null,
  };
}

function inputOf(url: string): PageInput {
  return {
    method: 'GET',
    url,
    kind: 'data',
    answered: `${url}?moved`,
    print: fingerprintOf(url),
    etag: '"x"',
    lastModified: '2026-01-01T00:00:00.000Z',
  };
}

/** What a store promises about visits, versions and inputs of pages. */
export function aboutHistory(newSite: () => Promise<SiteStore>): void {
  it('a page that is kept again with another content has the old one as a version, which names it no more', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    const first = (await site.page(0))?.content;
    await site.commit({ kept: { number: 0, content: contentOf(0), document: documentOf(0) } });
    assert.deepEqual(await site.versions(0), [], 'the same content is no version');
    const content = { ...contentOf(0, fingerprintOf('new')), title: 'New' };
    await site.commit({ kept: { number: 0, content, document: documentOf(7) } });
    const [version, ...more] = await site.versions(0);
    assert.equal(more.length, 0);
    assert.deepEqual(
      [version?.version, version?.fingerprint, version?.title, version?.blob, version?.capturedAt],
      [1, first?.fingerprint, first?.title, first?.blob, first?.capturedAt],
    );
    assert.deepEqual(await site.blob(version?.blob ?? ''), documentOf(0));
    assert.equal(await site.numberOfContent(first?.fingerprint ?? ''), null);
    assert.equal(await site.numberOfContent(content.fingerprint), 0);
    await site.commit({ kept: { number: 0, content: contentOf(0), document: documentOf(0) } });
    assert.deepEqual(
      (await site.versions(0)).map(({ version: number, title }) => [number, title]),
      [
        [1, first?.title],
        [2, 'New'],
      ],
    );
  });

  it('visits are written whole and read in number order', async () => {
    const site = await newSite();
    await site.commit({ visited: [visitsOf(3), visitsOf(1), visitsOf(2)] });
    assert.deepEqual(await site.visits({}), [visitsOf(1), visitsOf(2), visitsOf(3)]);
    assert.deepEqual(await site.visits({ after: 1, limit: 1 }), [visitsOf(2)]);
    const later = { ...visitsOf(2), checks: 4, stirs: [] };
    await site.commit({ visited: [later] });
    assert.deepEqual([await site.visitsOf(2), await site.visitsOf(4)], [later, null]);
  });

  it('the inputs of a page are replaced as a whole and read for many pages at once', async () => {
    const site = await newSite();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => inputOf(`http://site.test/${name}`)) as [
      PageInput,
      PageInput,
      PageInput,
    ];
    await site.commit({
      inputs: [
        { page: 1, inputs: [a, b] },
        { page: 2, inputs: [a] },
      ],
    });
    await site.commit({
      inputs: [{ page: 1, inputs: [{ ...b, print: null, etag: null, answered: null }, c] }],
    });
    const found = await site.inputs([1, 2, 3]);
    assert.deepEqual([...found.keys()], [1, 2]);
    assert.deepEqual(found.get(1), [{ ...b, print: null, etag: null, answered: null }, c]);
    assert.deepEqual(found.get(2), [a]);
  });

  it('several questions to one address are inputs of their own', async () => {
    const site = await newSite();
    const asked = (body: string): PageInput => ({
      ...inputOf('http://site.test/graphql'),
      method: 'POST',
      print: body,
      question: { contentType: 'application/json', body },
    });
    const inputs = [asked('{"a":"1 2"}'), asked('{"b":2}')];
    await site.commit({ inputs: [{ page: 1, inputs }] });
    const found = (await site.inputs([1])).get(1) ?? [];
    assert.deepEqual(new Set(found), new Set(inputs));
    assert.equal(found.length, 2);
  });

  it('a page that is gone keeps its content and may come back; only kept pages go', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    await site.commit({ queued: [queuedPage(1)] });
    await site.commit({ gone: [0, 1] });
    const { gone, kept, queued } = await site.counts();
    assert.deepEqual([gone, kept, queued], [1, 0, 1]);
    assert.equal((await site.page(0))?.content?.title, contentOf(0).title);
    await site.commit({ back: [0, 1] });
    assert.deepEqual([(await site.page(0))?.status, (await site.page(1))?.status], ['kept', 'queued']);
  });

  it('transitions can be withdrawn, and state pages be entered by another step', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    await site.commit({
      ...keptPage(1, { entry: { kind: 'action', source: 0, ord: 0 }, document: 0 }),
      transitions: [transitionOf(0, 0, 1), transitionOf(0, 1, 1)],
    });
    await site.commit({ withdrawn: [{ source: 0, ord: 0 }], moved: [{ number: 1, source: 0, ord: 1 }] });
    assert.deepEqual(
      (await site.transitions(0)).map(({ ord }) => ord),
      [1],
    );
    assert.deepEqual((await site.page(1))?.entry, { kind: 'action', source: 0, ord: 1 });
    await site.commit({ moved: [{ number: 0, source: 1, ord: 0 }] });
    assert.equal((await site.page(0))?.entry.kind, 'url', 'a page with an address stays where it is');
  });
}
