import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** A reporter for the test runner: the files in which something failed, one line each. */
export default async function* failedFiles(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const told = new Set<string>();
  for await (const event of source) {
    if (event.type !== 'test:fail' || event.data.file === undefined || told.has(event.data.file)) continue;
    told.add(event.data.file);
    yield `${relative('.', event.data.file)}\n`;
  }
}
