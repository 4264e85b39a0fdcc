import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../folder.ts';
import { serveUnsafeForms, type UnsafeMake, unsafeLanguages } from '../sites/unsafe-forms.ts';
import { crawl } from './command.ts';

const out = testFolder('unsafe');
/** What a site was sent that it must not be, and the words that its search was asked for. */
async function sent(language: string, make: UnsafeMake, engine: string) {
  const site = await serveUnsafeForms(language, make);
  try {
    await crawl(site.url, mkdtempSync(join(out, 'crawl-')), [
      '--engine',
      engine,
      '--forms',
      '--forms-budget',
      '20',
      '--workers',
      '1',
    ]);
    const asked = site.log.filter((line) => line.startsWith('GET /find?'));
    return {
      harm: site.log.filter((line) => !/^GET \/(?:robots\.txt|sitemap\.xml|find(?:\?.*)?|a\d)?$/.test(line)),
      trapped: asked.filter((line) => /[?&](?:trap|homepage)=[^&]/.test(line)),
      words: new Set(asked.map((line) => new URL(line.slice(4), site.url).searchParams.get('q'))),
    };
  } finally {
    await site.close();
  }
}

for (const language of Object.keys(unsafeLanguages))
  for (const [make, engine] of [
    ['get', 'http'],
    ['post', 'http'],
    ['script', 'browser'],
  ] as const)
    test(`nothing but the search is sent: ${language}, ${make}, ${engine}`, async () => {
      const { harm, trapped, words } = await sent(language, make, engine);
      assert.deepEqual(harm, []);
      assert.deepEqual(trapped, []);
      assert.ok(
        ['stone', 'river', 'glass'].every((word) => words.has(word)),
        [...words].join(' '),
      );
    });
