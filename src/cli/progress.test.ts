import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figures, progressEvent, type Stage, stage } from './fixture.ts';
import { liveLine, Progress, type ProgressOptions, plainLine } from './progress.ts';
import { displayWidth } from './terminal.ts';

const busy = figures({
  pages: 412,
  frontier: 37,
  fired: 350,
  replayed: 30,
  skipped: 1100,
  duplicates: 104,
  errors: 2,
  seconds: 6.8,
});
const pace = { pagesPerSecond: 61.23, secondsLeft: 11.2 };
const free = { quiet: false, verbose: false, maxPages: null, maxTime: null };

function tell(on: Stage, options: Partial<ProgressOptions> = {}): Progress {
  return new Progress(on, { ...free, ...options });
}

test('the live line shows pages, frontier, events, duplicates, errors, pace and time left', () => {
  assert.equal(
    liveLine(busy, pace, 80),
    '412 pages · 37 waiting · 380 events · 104 duplicates · 2 errors · 61.2/s · ~12s',
  );
});

test('the live line leaves out the least telling parts where the terminal is narrow', () => {
  assert.equal(liveLine(busy, pace, 70), '412 pages · 37 waiting · 380 events · 2 errors · 61.2/s · ~12s');
  assert.equal(liveLine(busy, pace, 40), '412 pages · 37 waiting · 2 errors');
  assert.equal(liveLine(busy, pace, 12), '412 pages');
  for (let columns = 2; columns < 100; columns++) {
    assert.ok(displayWidth(liveLine(busy, pace, columns)) < columns, `${columns} columns`);
  }
});

test('the plain line says the same in words', () => {
  assert.equal(
    plainLine(busy, pace),
    '6.8 s: 412 pages, 37 waiting, 380 events, 104 duplicates, 2 errors, 61.2 pages/s, about 12 s left',
  );
});

test('one of several workers says nothing of what waits, which it cannot know, nor for how long', () => {
  const part = { ...busy, frontier: null };
  assert.equal(liveLine(part, pace, 80), '412 pages · 380 events · 104 duplicates · 2 errors · 61.2/s');
  assert.equal(plainLine(part, pace), '6.8 s: 412 pages, 380 events, 104 duplicates, 2 errors, 61.2 pages/s');
  const on = stage({ tty: true });
  tell(on, { isOneOfMany: true }).listen(progressEvent({ pages: 2 }));
  assert.equal(on.err(), '\r2 pages · 0 events · 0 duplicates · 0 errors\x1b[K');
});

test('on a terminal the line is drawn at most ten times a second and erased at the end', () => {
  const on = stage({ tty: true });
  const progress = tell(on);
  for (let ms = 0; ms < 1000; ms += 10) {
    progress.listen(progressEvent({ pages: ms }));
    on.pass(10);
  }
  assert.equal(on.err().split('\r').length - 1, 10);
  progress.end();
  assert.ok(on.err().endsWith('\r\x1b[K'));
});

test('a message on a terminal stands above the live line', () => {
  const on = stage({ tty: true });
  const progress = tell(on);
  progress.listen(progressEvent({ pages: 2 }));
  progress.listen({ kind: 'note', level: 'warning', text: 'slow' });
  const line = '2 pages · 0 waiting · 0 events · 0 duplicates · 0 errors';
  assert.equal(on.err(), `\r${line}\x1b[K\r\x1b[Kwarning: slow\n\r${line}\x1b[K`);
});

test('notes wait until there is more than one page, or the crawl came to something', () => {
  const note = { kind: 'note', level: 'warning', text: 'careful' } as const;
  const vain = stage();
  const lost = tell(vain);
  lost.listen(note);
  lost.end();
  assert.equal(vain.err(), '');
  const small = stage();
  const fine = tell(small);
  fine.listen(note);
  fine.end(true);
  assert.equal(small.err(), 'warning: careful\n');
  const large = stage();
  const going = tell(large);
  going.listen(note);
  going.listen(progressEvent({ pages: 2 }));
  assert.match(large.err(), /^warning: careful\n/);
});

test('details are told to those who want to know everything', () => {
  const detail = { kind: 'note', level: 'detail', text: 'why' } as const;
  for (const verbose of [false, true]) {
    const on = stage();
    const progress = tell(on, { verbose });
    progress.listen(detail);
    progress.end(true);
    assert.equal(on.err(), verbose ? 'note: why\n' : '');
  }
});

test('elsewhere there is a line every five seconds', () => {
  const on = stage();
  const progress = tell(on);
  for (let second = 1; second <= 12; second++) {
    on.pass(1000);
    progress.listen(progressEvent({ pages: second, seconds: second }));
  }
  progress.end();
  assert.deepEqual(
    on
      .err()
      .split('\n')
      .map((line) => line.slice(0, 14)),
    ['5.0 s: 5 pages', '10 s: 10 pages', ''],
  );
});

test('with --max-pages there is also a line at every tenth of it', () => {
  const on = stage();
  const progress = tell(on, { maxPages: 50 });
  for (let pages = 1; pages <= 50; pages++) {
    on.pass(300);
    progress.listen(progressEvent({ pages }));
  }
  assert.equal(on.err().trim().split('\n').length, 10);
});

test('a crawl that came to nothing leaves the word to its error', () => {
  const on = stage();
  const progress = tell(on);
  on.pass(6000);
  progress.listen(progressEvent({ pages: 0, frontier: 0, errors: 1 }));
  assert.equal(on.err(), '');
});

test('a crawl that is through in a moment does not flood a log with tenths', () => {
  const on = stage();
  const progress = tell(on, { maxPages: 50 });
  for (let pages = 1; pages <= 50; pages++) progress.listen(progressEvent({ pages }));
  assert.equal(on.err(), '');
});

test('lines above the live one are broken between words on a terminal', () => {
  const on = stage({ tty: true });
  const progress = tell(on);
  progress.say(`warning: ${'word '.repeat(30)}end`);
  const lines = on.err().trimEnd().split('\n');
  assert.equal(lines.length, 3);
  for (const line of lines) assert.ok(line.length < 80 && /(word|end)$/.test(line), line);
});

test('a dumb terminal gets plain lines', () => {
  const on = stage({ tty: true, env: { TERM: 'dumb' } });
  const progress = tell(on);
  on.pass(5000);
  progress.listen(progressEvent({ pages: 1 }));
  progress.end();
  assert.ok(!on.err().includes('\r') && !on.err().includes('\x1b'));
});

test('--quiet says nothing', () => {
  const on = stage({ tty: true });
  const progress = tell(on, { quiet: true });
  progress.listen(progressEvent({ pages: 1 }));
  progress.listen({ kind: 'note', level: 'warning', text: 'slow' });
  progress.listen({ kind: 'failed', number: 3, code: 'TIMEOUT', message: 'no answer', url: 'http://a/' });
  progress.end();
  assert.equal(on.err(), '');
});

test('--verbose tells each action with why it was fired or not', () => {
  const on = stage();
  const progress = tell(on, { verbose: true });
  const action = {
    kind: 'action',
    source: 3,
    event: 'click',
    instruction: 'http://a/blog.js:load(2)',
  } as const;
  progress.listen({ ...action, label: '2', reason: 'fired' });
  progress.listen({ ...action, label: '', reason: 'known' });
  progress.listen({ ...action, label: 'Log\x1b out', reason: 'unsafe' });
  progress.listen({ ...action, label: 'x', reason: 'something new' });
  progress.listen({ kind: 'page', number: 4, title: '西湖', address: 'http://a/4' });
  progress.listen({ kind: 'page', number: 6, title: '', address: '' });
  progress.listen({ kind: 'merged', number: 5, into: 3 });
  assert.deepEqual(on.err().trimEnd().split('\n'), [
    'page 3: click "2" http://a/blog.js:load(2): fired',
    'page 3: click http://a/blog.js:load(2): not fired: its instruction is known',
    'page 3: click "Log out" http://a/blog.js:load(2): not fired: looks like it changes the site (--unsafe fires it)',
    'page 3: click "x" http://a/blog.js:load(2): something new',
    'page 4: kept "西湖" http://a/4',
    'page 6: kept',
    'page 5: same content as page 3, merged',
  ]);
});

test('actions are not told without --verbose', () => {
  const on = stage();
  tell(on).listen({ kind: 'merged', number: 5, into: 3 });
  assert.equal(on.err(), '');
});

test('the first failures are told, then only counted', () => {
  const on = stage();
  const progress = tell(on);
  progress.listen(progressEvent({ pages: 1 }));
  for (let number = 1; number <= 9; number++) {
    progress.listen({ kind: 'failed', number, code: 'TIMEOUT', message: 'no answer', url: 'http://a/' });
  }
  const lines = on.err().trimEnd().split('\n');
  assert.equal(lines.length, 6);
  assert.equal(lines[0], 'page 1 failed: no answer (http://a/) (TIMEOUT)');
  assert.equal(lines[5], 'further failures are counted; --verbose lists them');
});

test('the one failure that ends a crawl is not told twice', () => {
  const failure = {
    kind: 'failed',
    code: 'TIMEOUT',
    message: 'no answer from http://a/',
    url: 'http://a/',
  } as const;
  const alone = stage();
  const lonely = tell(alone);
  lonely.listen({ ...failure, number: 0 });
  lonely.end();
  assert.equal(alone.err(), '');
  const several = stage();
  const busier = tell(several);
  busier.listen({ ...failure, number: 0 });
  busier.listen({ ...failure, number: 1 });
  busier.end();
  assert.equal(several.err().split('\n').length, 3);
  const later = stage();
  const luckier = tell(later);
  luckier.listen({ ...failure, number: 0 });
  luckier.listen({ kind: 'page', number: 1, title: '', address: '' });
  assert.equal(later.err(), 'page 0 failed: no answer from http://a/ (TIMEOUT)\n');
});

test('what is written after the last page stands in place of the live line', () => {
  const io = stage({ tty: true, columns: 80 });
  const progress = tell(io);
  progress.listen({ kind: 'writing', what: 'mirror', done: 0, of: 526 });
  io.pass(150);
  progress.listen({ kind: 'writing', what: 'mirror', done: 1200, of: 5260 });
  progress.listen({ kind: 'writing', what: 'mirror', done: 1220, of: 5260 });
  progress.listen({ kind: 'writing', what: 'graph', done: 0, of: 0 });
  assert.deepEqual(io.err().split('\x1b[K').slice(0, -1), [
    '\rwriting the mirror: 0 of 526 pages …',
    '\rwriting the mirror: 1,200 of 5,260 pages …',
    '\rwriting the graph …',
  ]);
});

test('in a log, what is written is told where it takes its time', () => {
  const io = stage();
  const progress = tell(io);
  io.pass(60_000);
  for (const done of [0, 20, 40, 60]) {
    progress.listen({ kind: 'writing', what: 'mirror', done, of: 80 });
    io.pass(3000);
  }
  assert.equal(io.err(), 'writing the mirror: 40 of 80 pages\n');
});
