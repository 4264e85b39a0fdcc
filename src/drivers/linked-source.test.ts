import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../../test/folder.ts';
import { linkedModules, linkedSource } from './linked-source.ts';

describe('scripts for pages', () => {
  test('a part that needs what is in no part is refused, as a page would miss it', () => {
    const at = files(testFolder('linked'), {
      'outer.ts': 'export const outer = 1;',
      'inner.ts': "import { outer } from './outer.ts';\nexport const inner = outer + 1;",
    });
    assert.throws(() => linkedSource([at('inner.ts')]), /inner\.ts takes values from .*outer\.ts/);
    assert.throws(() => linkedModules([at('inner.ts')]), /no part of this script/);
    assert.match(linkedSource([at('outer.ts'), at('inner.ts')]), /outer = 1;\s+const inner/);
  });

  test('types may come from anywhere', () => {
    const at = files(testFolder('linked'), {
      'typed.ts':
        "import { type One } from './one.ts';\nimport type { Two } from './two.ts';\nexport const typed: One | Two = 1;",
    });
    assert.match(linkedSource([at('typed.ts')]), /const typed\s+= 1/);
  });
});

function files(folder: string, texts: Readonly<Record<string, string>>): (name: string) => URL {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return (name) => pathToFileURL(join(folder, name));
}
