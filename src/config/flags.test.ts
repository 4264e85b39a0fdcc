import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArgiopeError } from '../model/errors.ts';
import { readFlags } from './flags.ts';

const crawl = (...argv: string[]) => readFlags('crawl', argv);

function refusal(...argv: string[]): { message: string; advice: string | null; code: string } {
  try {
    crawl(...argv);
  } catch (error) {
    assert.ok(error instanceof ArgiopeError);
    return { message: error.message, advice: error.advice, code: error.code };
  }
  throw new Error(`${argv.join(' ')} was taken`);
}

test('a value stands behind the flag or behind an equals sign', () => {
  assert.equal(crawl('--depth', '3').given.depth, 3);
  assert.equal(crawl('--depth=3').given.depth, 3);
  assert.equal(crawl('--user-agent=a=b').given.userAgent, 'a=b');
  assert.equal(crawl('--max-time', '1.5').given.maxTime, 1.5);
});

test('on/off flags take no value and can be negated', () => {
  const { given, positionals } = crawl('--json', 'http://a.example/', '--no-fresh', '--unsafe=false');
  assert.deepEqual(given, { json: true, fresh: false, unsafe: false });
  assert.deepEqual(positionals, ['http://a.example/']);
});

test('lists split at commas and add up; patterns keep their commas', () => {
  const { given } = crawl(
    '--events',
    'click,mouseover',
    '--events=focus',
    '--include',
    'a{1,2}',
    '--include',
    'b',
  );
  assert.deepEqual(given.events, ['click', 'mouseover', 'focus']);
  assert.deepEqual(given.include?.map(String), ['/a{1,2}/u', '/b/u']);
});

test('sitemaps are addresses or auto, and add up', () => {
  const { given } = crawl('--sitemap', 'auto', '--sitemap', 'https://a.example/s.xml', '--sitemap=auto');
  assert.deepEqual(given.sitemap, ['auto', 'https://a.example/s.xml']);
  assert.match(refusal('--sitemap', 'sitemap.xml').message, /--sitemap must be auto, or the http or https/);
});

test('headers are read as name and value', () => {
  const { given } = crawl('--header', 'X-One: 1', '--header', 'Cookie: a=b; c:d');
  assert.deepEqual(given.header, { 'X-One': '1', Cookie: 'a=b; c:d' });
});

test('the last of two values of one flag counts', () => {
  assert.equal(crawl('--depth', '1', '--depth', '2').given.depth, 2);
});

test('two dashes end the flags', () => {
  assert.deepEqual(crawl('--json', '--', '--depth', 'x').positionals, ['--depth', 'x']);
});

test('--help is seen among other flags', () => {
  assert.equal(crawl('--depth', '1', '--help').help, true);
  assert.equal(crawl('-h').help, true);
});

test('a wrong value is named with what is valid', () => {
  assert.equal(refusal('--depth', 'x').message, '--depth must be a whole number from 0 on; got "x"');
  assert.equal(refusal('--depth', '-1').message, '--depth must be a whole number from 0 on; got "-1"');
  assert.equal(refusal('--workers=0').message, '--workers must be a whole number from 1 to 1024; got "0"');
  assert.equal(refusal('--max-time', '0').message, '--max-time must be a number of seconds above 0; got "0"');
  assert.match(refusal('--viewport', '1280').message, /^--viewport must be width x height .*; got "1280"$/);
  assert.match(refusal('--include', '(').message, /^--include must be a regular expression .*; got "\("$/);
  for (const back of ['a(?=b)', 'a(?!b)', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>'])
    assert.match(refusal('--exclude', back).message, /^--exclude must be .* without looking ahead/);
  assert.equal(refusal('--json=maybe').message, '--json must be true or false; got "maybe"');
});

test('sizes may be written in short, within reason', () => {
  const { given } = readFlags('crawl', ['--max-size', '1.5M']);
  assert.equal(given.maxSize, 1.5 * 1024 * 1024);
  assert.equal(readFlags('crawl', ['--max-size', '2048']).given.maxSize, 2048);
  assert.match(refusal('--max-size', '12').message, /^--max-size must be a number of bytes from 1K to 1G/);
  assert.match(refusal('--max-size', '9T').message, /got "9T"$/);
});

test('a wrong word is named with the nearest right one', () => {
  assert.deepEqual(refusal('--dedupe', 'duoble'), {
    code: 'USAGE',
    message: '--dedupe must be double, single or none; got "duoble"',
    advice: 'did you mean "double"?',
  });
  assert.equal(refusal('--events', 'click,onmouseover').advice, 'did you mean "mouseover"?');
});

test('an unknown flag is an error that names the nearest', () => {
  const { message, advice, code } = refusal('--max-page', '3');
  assert.equal(code, 'USAGE');
  assert.equal(message, 'unknown flag --max-page for crawl');
  assert.match(advice ?? '', /^did you mean --max-pages\?/);
});

test('flags that come with later versions are unknown today', () => {
  assert.match(refusal('--every', '1').message, /unknown flag --every/);
  assert.match(refusal('-x').message, /unknown flag -x/);
});

test('a flag of another command is unknown', () => {
  assert.throws(() => readFlags('mirror', ['--depth', '1']), /unknown flag --depth for mirror/);
});

test('a missing value is an error, also where a flag follows', () => {
  assert.equal(refusal('--out').message, '--out needs a value, the path of a folder; got nothing');
  assert.match(refusal('--out', '--json').message, /--out needs a value, .*; got "--json"/);
});

test('only on/off flags can be negated', () => {
  assert.match(refusal('--no-proxy').message, /--proxy takes a value/);
});

test('secrets are not printed, whatever is wrong with them', () => {
  for (const argv of [
    ['--auth', 'hunter2'],
    ['--auth=:hunter2'],
    ['--proxy', 'socks4://me:hunter2@proxy:1'],
    ['--proxy=http://me:hunter2@proxy/path'],
    ['--store', 'postgres://me:hunter2@db:\n5432/crawl'],
    ['--header', 'hunter2'],
    ['--header', 'Bad Name: hunter2'],
    ['--auht=me:hunter2'],
    ['--auth', '--hunter2'],
  ]) {
    const { message, advice } = refusal(...argv);
    assert.doesNotMatch(`${message} ${advice}`, /hunter2|me:/, argv.join(' '));
  }
  assert.match(
    refusal('--auth', 'hunter2').message,
    /^--auth must be user:password; got a value that is not shown$/,
  );
});
