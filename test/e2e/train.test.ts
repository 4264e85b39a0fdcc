import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readStored } from '../../bench/apps/measure/crawl-app.ts';
import { forum, forumSamples } from '../../bench/training/forum.ts';
import { type ChangingSite, startChangingSite } from '../../bench/training/served.ts';
import type { EntryStep } from '../../src/derive/entry-path.ts';
import { readModel, type TrainedModel, type TrainSummary } from '../../src/learn/index.ts';
import type { CrawlSummary } from '../../src/model/summary.ts';
import { testFolder } from '../folder.ts';
import { jsonLines } from '../json-lines.ts';
import { checkMirror } from '../mirror-check.ts';
import { argiope, crawl, crawlArgs, lastJson, startArgiope } from './command.ts';

const valid = 60;
const site = forum({ valid });
const { truth } = site;

/** A line of pages.jsonl. */
interface Listed {
  readonly number: number;
  readonly url: string | null;
  readonly entry: readonly EntryStep[];
  readonly file: string;
}

describe('a forum on which a model is trained', () => {
  const folder = testFolder('train');
  let running: ChangingSite;
  let trained: TrainSummary;
  let crawled: CrawlSummary;
  const at = (name: string) => join(folder, name);
  const model = () => at('forum.json');
  const samples = () =>
    forumSamples(truth, running.origin).flatMap(({ type, url }) => ['--sample', `${type}=${url}`]);
  const trainArgs = (out: string) => ['train', ...samples(), '--events', 'click', '--out', at(out), '--json'];
  const withModel = ['--events', 'click'];

  /** Keys of the valid pages that a crawl has kept. */
  const keysIn = async (out: string): Promise<readonly string[]> => {
    const { pages } = await readStored(at(out));
    return pages.flatMap(({ document }) => truth.keyOf(document) ?? []).toSorted();
  };
  const listed = async (out: string): Promise<readonly Listed[]> => jsonLines(at(`${out}/pages.jsonl`));

  before(async () => {
    running = await startChangingSite(site);
    const ended = await argiope([...trainArgs('forum.json'), '--quiet', '--report', at('report.html')]);
    assert.equal(ended.code, 0, ended.stderr);
    trained = lastJson(ended) as TrainSummary;
    const flags = [...withModel, '--model', model(), '--want', 'thread'];
    crawled = await crawl(running.url, at('threads'), flags);
  });
  after(async () => {
    await running.close();
  });

  it('gives a model with patterns from lists to lists and threads, and from thread to thread', () => {
    const read = readModel(model());
    assert.deepEqual(read.want, ['list', 'thread']);
    assert.deepEqual(
      read.types.map(({ name, patterns }) => [name, patterns.map(({ leadsTo }) => leadsTo).toSorted()]),
      [
        ['list', ['list', 'thread']],
        ['thread', ['list', 'thread']],
      ],
    );
    for (const { patterns } of read.types)
      for (const { event, precision, onEvery } of patterns)
        assert.deepEqual([event, precision, onEvery], ['click', 1, true]);
    assert.deepEqual([trained.site, trained.model], [running.origin.slice(7), model()]);
    assert.deepEqual([trained.finished, trained.stopped, trained.warnings], [true, 'done', []]);
    for (const { name, fired, useful, elsewhere, unchanged } of trained.types) {
      assert.equal(fired, useful + elsewhere + unchanged, name);
      assert.ok(useful > 0 && elsewhere > useful, `${name}: ${useful} useful, ${elsewhere} elsewhere`);
    }
  });

  it('is found whole with the model, for little more than an event a page', async () => {
    assert.deepEqual(await keysIn('threads'), truth.keys().toSorted());
    assert.equal(crawled.pages, valid);
    const { fired, replayed } = crawled.events;
    const needed = crawled.statePages;
    assert.ok(fired >= needed && fired + replayed <= Math.ceil(needed * 1.1) + 2, `${fired} + ${replayed}`);
  });

  it('is mirrored and listed as far as it is wanted, and whole in the graph', async () => {
    const threads = truth.keys().filter((key) => key.startsWith('thread')).length;
    const names = (await listed('threads')).map(({ file }) => file);
    assert.equal(names.length, threads);
    const mirror = at('threads/mirror');
    const files = (await readdir(mirror, { recursive: true })).filter((name) => name.endsWith('.html'));
    assert.deepEqual(files.toSorted(), [...names, 'index.html', 'overview.html', 'search.html'].toSorted());
    // Pages on the way to the wanted ones are left out, so the front page lists them.
    const front = await readFile(join(mirror, 'index.html'), 'utf8');
    for (const name of names) assert.ok(front.includes(`href="${name}"`), name);
    const { deadLinks, external, scripts } = await checkMirror(mirror);
    assert.deepEqual([deadLinks, external, scripts], [[], [], []]);
    const graph = JSON.parse(await readFile(at('threads/graph.json'), 'utf8'));
    assert.equal(graph.nodes.length, valid);
    assert.equal(graph.nodes.filter(({ type }: { type: string }) => type === 'list').length, valid - threads);
  });

  it('is not crawled on with another model', async () => {
    const other: TrainedModel = { ...readModel(model()), want: ['list'] };
    await writeFile(at('other.json'), JSON.stringify(other));
    const flags = [...withModel, '--want', 'thread', '--model', at('other.json')];
    const refused = await argiope(crawlArgs(running.url, at('threads'), flags));
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /other settings \(model \w+, now \w+\) \(CONFIG\)\n {2}.*--fresh/);
  });

  it('has a report that names the patterns and holds no script', async () => {
    assert.equal(trained.report, at('report.html'));
    const report = await readFile(at('report.html'), 'utf8');
    assert.doesNotMatch(report, /<script|javascript:|\son\w+=/i);
    const plain = report.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    for (const { patterns } of trained.types)
      for (const { paths } of patterns) assert.ok(plain.includes(paths[0] ?? '?'), paths[0]);
    assert.ok(report.includes('data:image/png') || /<img[^>]+src=/.test(report), 'there are pictures');
  });

  it('is trained on further after a Ctrl-C, to the same model', async () => {
    const child = startArgiope([...trainArgs('stopped.json'), '--verbose', '--delay', '0.05']);
    await child.seen(/^page \d+: kept/, 4);
    child.interrupt();
    const stopped = await child.ended;
    assert.equal(stopped.code, 5, stopped.stderr);
    const half = lastJson(stopped) as TrainSummary;
    assert.deepEqual([half.stopped, half.finished], ['interrupted', false]);
    assert.ok(half.events.fired < trained.events.fired, `${half.events.fired} fired`);
    const ended = await argiope([...trainArgs('stopped.json'), '--quiet']);
    assert.equal(ended.code, 0, ended.stderr);
    const whole = lastJson(ended) as TrainSummary;
    assert.deepEqual(outline(readModel(at('stopped.json'))), outline(readModel(model())));
    assert.deepEqual([whole.stopped, whole.finished], ['done', true]);
  });

  it('gives a model from what a crawl has seen, without being asked', async () => {
    running.reset();
    const args = ['train', '--from-store', at('threads'), '--out', at('seen.json'), '--json', '--quiet'];
    const ended = await argiope(args);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(running.stats().requests, 0);
    const summary = lastJson(ended) as TrainSummary;
    assert.deepEqual([summary.events.fired, summary.finished], [0, true]);
    assert.deepEqual(summary.types.map(({ pages }) => pages).toSorted(), [2, 58]);
    const read = readModel(at('seen.json'));
    assert.deepEqual(read.want.toSorted(), read.types.map(({ name }) => name).toSorted());
    assert.ok(
      read.types.every(({ patterns }) => patterns.some(({ leadsTo }) => read.want.includes(leadsTo))),
    );
  });

  it('is trained on a state that has no address, by its entry path', async () => {
    const state = (await listed('threads')).find(({ url, entry }) => url === null && entry.length === 2);
    assert.ok(state);
    const sample = `thread=${JSON.stringify(state.entry)}`;
    const args = [
      'train',
      '--sample',
      sample,
      '--events',
      'click',
      '--out',
      at('state.json'),
      '--json',
      '--quiet',
    ];
    const ended = await argiope(args);
    assert.equal(ended.code, 0, ended.stderr);
    const [type, ...more] = readModel(at('state.json')).types;
    assert.ok(type);
    assert.deepEqual([type.name, more], ['thread', []]);
    assert.match(type.samples[0]?.at ?? '', /^http:\S+\/thread\/\d+ → click \/HTML\S+$/);
    assert.ok(type.patterns.some(({ leadsTo }) => leadsTo === 'thread'));
  });

  describe('and whose threads are opened by script', () => {
    const scripted = forum({ valid, threads: 'script' });
    before(() => running.become(scripted));
    after(() => running.become(site));

    it('is no other forum: nothing has drifted', async () => {
      const flags = [...withModel, '--model', model(), '--model-drift', 'stop'];
      assert.equal((await crawl(running.url, at('scripted'), flags)).finished, true);
      assert.deepEqual(await keysIn('scripted'), truth.keys().toSorted());
    });

    it('is found whole while it is learned what leads to threads', async () => {
      const flags = [...withModel, ...samples(), '--want', 'thread'];
      const { events } = await crawl(running.url, at('learned'), flags);
      assert.deepEqual(await keysIn('learned'), truth.keys().toSorted());
      assert.ok(events.fired <= 3 * valid, `${events.fired} fired`);
    });
  });

  describe('and which was redesigned', () => {
    const drifting = (how: string, ...flags: string[]) =>
      argiope([
        'crawl',
        running.url,
        '--out',
        at(how),
        '--json',
        '--model',
        model(),
        '--model-drift',
        how,
        ...flags,
      ]);
    before(() => running.become(forum({ valid, variant: 'redesign' })));
    after(() => running.become(site));

    it('is told of at the end of the crawl', async () => {
      const ended = await drifting('warn');
      assert.equal(ended.code, 0, ended.stderr);
      assert.match(
        ended.stderr,
        /^warning: the model does not fit the site any more: the page at \S+\/board is of none of its types$/m,
      );
      assert.equal((lastJson(ended) as CrawlSummary).pages, 1);
    });

    it('ends the crawl with exit code 4 where it is to stop', async () => {
      const ended = await drifting('stop', '--quiet');
      assert.equal(ended.code, 4);
      assert.match(ended.stderr, /\(DRIFT\)\n {2}Train again/);
      assert.equal((lastJson(ended) as { error: { code: string } }).error.code, 'DRIFT');
    });

    it('is learned anew where that is asked for, and its pages are found', async () => {
      const ended = await drifting('retrain', '--max-pages', '40', ...withModel);
      assert.equal(ended.code, 4, ended.stderr);
      const found = await keysIn('retrain');
      assert.ok(found.length >= 10, `${found.length} valid pages`);
      assert.equal(new Set(found).size, found.length);
      assert.equal((await listed('retrain')).length, 40, 'all are wanted, for nobody knows which are not');
      assert.match(ended.stderr, /^note: a new model was learned: .+model\.json/m);
      const renewed = readModel(at('retrain/model.json'));
      assert.ok(renewed.types.length >= 2, renewed.types.map(({ name }) => name).join(' '));
      assert.ok(renewed.types.some(({ patterns }) => patterns.length > 0));
    });
  });
});

/** What of a model must be the same whenever it is trained. */
function outline({ types, want, events }: TrainedModel): unknown {
  return {
    want,
    events,
    types: types.map(({ name, samples, patterns }) => ({
      name,
      samples,
      patterns: patterns.map(({ event, leadsTo, paths }) => ({ event, leadsTo, paths })),
    })),
  };
}
