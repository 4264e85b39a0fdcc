import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { linkedSource } from '../../drivers/linked-source.ts';

/** The program of the search page: MiniSearch, the tokenizer and the page's own part. A built package has its text. */
export function searchProgram(): string {
  const mini = dirname(createRequire(import.meta.url).resolve('minisearch'));
  const own = ['../../search/tokens.ts', './client.ts', './main.ts'].map(
    (file) => new URL(file, import.meta.url),
  );
  const licence = readFileSync(join(mini, '..', '..', 'LICENSE.txt'), 'utf8');
  const library = readFileSync(join(mini, '..', 'umd', 'index.js'), 'utf8').replace(
    /^\/\/# sourceMapping.*$/m,
    '',
  );
  return `/*! MiniSearch\n${licence.replaceAll('*/', '')}*/\n${library}\n(() => {\n${linkedSource(own)}\n})();\n`;
}
