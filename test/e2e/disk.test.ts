import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { testFolder } from '../folder.ts';
import { blog } from '../sites/blog.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { linesOf, program, run } from './command.ts';

const canMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt']).status === 0;

/**
 * What the scripts below are made of. The small disk exists only in the name space of its shell, so
 * everything that is to be seen of it is printed there.
 */
const words = `
disk=$1 notes=$2 node=$3 program=$4 url=$5
mount -t tmpfs -o size=8m tmpfs "$disk" && cd "$disk" || exit 99
crawl() { "$node" "$program" crawl "$url" --out out --json --quiet 2>"$notes/errors" >"$notes/answer"; tell $?; }
mirror() { "$node" "$program" mirror --out out --json 2>"$notes/errors" >"$notes/answer"; tell $?; }
tell() { echo "exit $1"; cat "$notes/errors"; tail -n 1 "$notes/answer"; }
leave() { head -c $(($(df --output=avail -B1 . | tail -n 1) - $1)) /dev/zero >ballast; }
shape() { (cd out && find mirror -type f -exec md5sum {} + | sort | md5sum && ls); }
`;

describe('a disk that gets full', { skip: !canMount && 'cannot mount here' }, () => {
  const folder = testFolder('disk');
  let running: RunningSite;
  before(async () => {
    running = await startSite(blog({ articles: 10, pages: 30 }));
  });
  after(async () => {
    await running.close();
  });

  const onSmallDisk = async (script: string) => {
    const places = [join(folder, 'disk'), join(folder, 'notes')];
    for (const place of places) await mkdir(place, { recursive: true });
    const args = ['sh', ...places, process.execPath, program, running.url];
    const ended = await run('unshare', ['-rm', 'sh', '-c', words + script, ...args]);
    assert.equal(ended.stderr, '');
    assert.equal(ended.code, 0);
    return linesOf(ended.stdout);
  };

  const assertFull = (lines: readonly string[], file: RegExp) => {
    const [exit, line = '', advice = '', answer = ''] = lines;
    assert.equal(exit, 'exit 8', lines.join('\n'));
    assert.match(line, /^argiope: .*\(DISK_FULL\)$/);
    assert.match(line, file);
    assert.match(advice, /^ {2}\S.*\bspace\b/);
    assert.equal(JSON.parse(answer).error.code, 'DISK_FULL');
  };

  for (const space of [20_000, 160_000, 300_000]) {
    it(`during the crawl, with ${space} bytes left, ends it with exit code 8; it goes on once there is space`, async () => {
      const lines = await onSmallDisk(`leave ${space}; crawl; rm ballast; crawl`);
      assertFull(lines.slice(0, 4), /argiope\.db/);
      assert.equal(lines[4], 'exit 0');
      const { pages, finished } = JSON.parse(lines[5] ?? '');
      assert.deepEqual({ pages, finished }, { pages: 30, finished: true });
      assert.equal(lines.length, 6);
    });
  }

  it('while the mirror is written ends the command with exit code 8 and leaves the old mirror', async () => {
    const lines = await onSmallDisk(
      'crawl; shape; leave 100000; mirror; crawl; shape; rm ballast; crawl; shape',
    );
    const outputs = ['clusters.json', 'graph.json', 'live', 'mirror', 'pages.jsonl', 'sitemap.xml'];
    assert.equal(lines[0], 'exit 0');
    const shape = lines.slice(2, 11);
    assert.deepEqual(shape.slice(1), ['argiope.db', 'argiope.db.lock', ...outputs]);
    assertFull(lines.slice(11, 15), /mirror/);
    assertFull(lines.slice(15, 19), /mirror/);
    assert.deepEqual(lines.slice(19, 28), shape);
    assert.equal(lines[28], 'exit 0');
    assert.deepEqual(lines.slice(30), shape);
  });

  it('or may only be read ends the commands that write with exit code 7, and the crawl stays whole', async () => {
    const lines = await onSmallDisk('crawl; shape; mount -o remount,bind,ro "$disk"; crawl; mirror; shape');
    const shape = lines.slice(2, 11);
    for (const at of [11, 15]) {
      const [exit, line = '', advice = '', answer = ''] = lines.slice(at, at + 4);
      assert.equal(exit, 'exit 7', lines.join('\n'));
      assert.match(line, /^argiope: .*\/out\/.*\(STORE_UNREACHABLE\)$/);
      assert.match(advice, /^ {2}\S/);
      assert.equal(JSON.parse(answer).error.code, 'STORE_UNREACHABLE');
    }
    assert.deepEqual(lines.slice(19, 28), shape);
  });
});
