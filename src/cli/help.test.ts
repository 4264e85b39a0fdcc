import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionsOf } from '../config/index.ts';
import { commandNames } from '../config/option.ts';
import { commands } from './commands/index.ts';
import { stage } from './fixture.ts';
import { commandHelp, programHelp } from './help.ts';
import { run } from './main.ts';
import { displayWidth } from './terminal.ts';

test('no line of any help is wider than 80 columns', () => {
  for (const text of [programHelp(commands), ...commands.map(commandHelp)]) {
    for (const line of text.split('\n')) assert.ok(displayWidth(line) <= 80, line);
  }
});

test('the help of a command has each of its flags once', () => {
  for (const command of commands) {
    const flags = [...commandHelp(command).matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
    assert.deepEqual(
      flags.sort(),
      optionsOf(command.name)
        .map(({ flag }) => `--${flag}`)
        .sort(),
    );
  }
});

test('a flag is shown with its value, default and environment name', () => {
  const crawl = commands.find(({ name }) => name === 'crawl');
  assert.ok(crawl);
  assert.match(
    commandHelp(crawl),
    /^ {2}--max-pages N {11}Stop after this many distinct pages \(default: no\n {26}limit\) \[ARGIOPE_MAX_PAGES\]$/m,
  );
});

test('help can be asked for in three ways', async () => {
  const texts: string[] = [];
  for (const argv of [
    ['help', 'crawl'],
    ['crawl', '--help'],
    ['crawl', 'http://x.example/', '-h'],
  ]) {
    const io = stage();
    assert.equal(await run(argv, io), 0);
    texts.push(io.out());
  }
  assert.equal(new Set(texts).size, 1);
});

test('the list names every command', () => {
  const text = programHelp(commands);
  const listed = [...text.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);
  assert.deepEqual(listed.toSorted(), [...commandNames, 'help', 'version'].toSorted());
});
