import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { argiopeCommands, codeBlocks } from '../../scripts/doc-commands.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { exitCodes } from '../../src/cli/exit.ts';
import { type CommandName, readInput } from '../../src/config/index.ts';
import { errorCodes } from '../../src/model/index.ts';
import { testFolder } from '../folder.ts';
import { startShop } from '../sites/shop.ts';
import type { RunningSite } from '../sites/site.ts';
import { argiope, run } from './command.ts';

const root = join(import.meta.dirname, '..', '..');
const docs = join(root, 'docs');
const asPackage = join(import.meta.dirname, 'as-package.ts');
let shop: RunningSite;
const folder = testFolder('documents');

before(async () => {
  shop = await startShop();
});
after(async () => {
  await shop.close();
});

async function documents(): Promise<readonly string[]> {
  const found = (await readdir(docs, { recursive: true })).filter((name) => name.endsWith('.md'));
  return [join(root, 'README.md'), ...found.map((name) => join(docs, name))];
}

const tasks = ['first-crawl', 'mirror', 'training', 'extraction', 'recrawl', 'scaling', 'troubleshooting'];

for (const name of tasks)
  test(`every command of docs/tasks/${name}.md does what it says`, async () => {
    const text = await readFile(join(docs, 'tasks', `${name}.md`), 'utf8');
    const lines = argiopeCommands(text);
    assert.ok(lines.length > 0);
    const cwd = join(folder, name);
    await mkdir(cwd);
    for (const line of lines) {
      const given = line.map((word) => word.replaceAll('https://shop.example', shop.origin));
      // Commands are what is tried here: one page shows that the browser is used where nothing is said.
      const env = name === 'first-crawl' ? {} : { ARGIOPE_ENGINE: 'http' };
      const ended = await argiope(given, { cwd, env });
      assert.equal(ended.code, 0, `argiope ${line.join(' ')}\n${ended.stderr}`);
    }
  });

test('every command of every other document is one that the command line understands', async () => {
  let count = 0;
  for (const file of await documents())
    for (const [name = '', ...argv] of argiopeCommands(await readFile(file, 'utf8'))) {
      if (name.startsWith('-') || ['help', 'version', '<command>'].includes(name)) continue;
      const where = `${relative(root, file)}: argiope ${name} ${argv.join(' ')}`;
      assert.ok(
        commands.some((command) => command.name === name),
        where,
      );
      const read = argv.filter((word) => word !== '…');
      assert.doesNotThrow(() => readInput(name as CommandName, { argv: read, env: {}, cwd: root }), where);
      count++;
    }
  assert.ok(count > 50, `${count} commands`);
});

test('the programs of docs/library.md run', async () => {
  const blocks = codeBlocks(await readFile(join(docs, 'library.md'), 'utf8'));
  const programs = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);
  const cwd = join(folder, 'library');
  await mkdir(cwd);
  assert.equal(
    (await argiope(['crawl', shop.url, '--out', 'copy', '--quiet', '--engine', 'http'], { cwd })).code,
    0,
  );
  for (const [at, text] of programs.entries()) {
    const file = join(cwd, `${at}.mts`);
    const here = text.replaceAll('https://example.org/t/1', `${shop.origin}/thing/1`);
    await writeFile(file, here.replaceAll('https://example.org/', shop.url));
    const ended = await run(process.execPath, ['--import', asPackage, file], { cwd });
    assert.equal(ended.code, 0, `${text}\n${ended.stderr}`);
    assert.notEqual(ended.stdout + (await readdir(cwd)).join(), '');
  }
});

test('troubleshooting knows every exit code and every error code', async () => {
  const text = await readFile(join(docs, 'tasks', 'troubleshooting.md'), 'utf8');
  for (const code of Object.keys(errorCodes)) assert.ok(text.includes(`\`${code}\``), code);
  for (const [code] of exitCodes) assert.match(text, new RegExp(`^\\| ${code} \\|`, 'm'));
});
