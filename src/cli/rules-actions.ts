import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nearest } from '../config/index.ts';
import { parseRules, readRules, rulesText, writeRules } from '../extract/rules/file.ts';
import type { TemplateRules } from '../extract/types.ts';
import { ArgiopeError } from '../model/errors.ts';
import type { Context } from './command.ts';
import type { Engine } from './engine.ts';
import { type CrawlPlace, crawlPlace } from './place.ts';
import { printResult } from './print.ts';
import { rulesTable, shownRules, testTable } from './rules-tables.ts';
import { shortPath } from './summary.ts';

const words = ['list', 'show', 'edit', 'test', 'export', 'import'] as const;
type Word = (typeof words)[number];

interface Task {
  readonly context: Context;
  readonly engine: Engine;
  readonly place: CrawlPlace;
  readonly word: Word;
  readonly name: string | undefined;
}

/** Does what the words behind `rules` ask for. */
export async function runRules(context: Context): Promise<number> {
  const { io, input } = context;
  const [word, name, more] = input.positionals;
  if (!isWord(word) || more !== undefined) throw wrongWord(word, more);
  const place = await crawlPlace('rules', { ...input, positionals: [] }, io.cwd);
  const task: Task = { context, engine: await context.engine(), place, word, name };
  const { json, text } = await actions[word](task);
  printResult(context, { command: 'rules', action: word, ...json }, () => text);
  return 0;
}

function isWord(word: string | undefined): word is Word {
  return words.includes(word as Word);
}

function wrongWord(word: string | undefined, more: string | undefined): ArgiopeError {
  const meant = word === undefined ? null : nearest(word, words);
  const got =
    more === undefined ? (word === undefined ? 'nothing' : JSON.stringify(word)) : JSON.stringify(more);
  return new ArgiopeError(
    'USAGE',
    `rules needs one of ${words.join(', ')} and at most one name; got ${got}`,
    {
      advice:
        meant === null || more !== undefined
          ? '"argiope rules --help" tells more'
          : `did you mean "${meant}"?`,
    },
  );
}

type Answer = { readonly json: object; readonly text: string };

const actions: Readonly<Record<Word, (task: Task) => Promise<Answer>>> = {
  list: async ({ engine, place }) => {
    const templates = await engine.listRules(place);
    return { json: { templates: templates.map(listed) }, text: rulesTable(templates) };
  },
  show: async (task) => {
    const template = await theTemplate(task);
    const versions = await task.engine.ruleVersions(task.place, template.template);
    return { json: { rules: template }, text: shownRules(template, versions) };
  },
  edit: async (task) => {
    const template = await theTemplate(task);
    const edited = await editedRules(task, template);
    const kept = await task.engine.saveRules(task.place, edited);
    return { json: { kept: kept.map(listed) }, text: keptText(kept) };
  },
  test: async (task) => {
    const some =
      task.name === undefined ? await task.engine.listRules(task.place) : [await theTemplate(task)];
    const { pages } = task.context.input.values;
    const folder = pages === null ? null : resolve(task.context.io.cwd, pages);
    const tests = await task.engine.testRules({ ...task.place, pages: folder }, some);
    return { json: { templates: tests }, text: testTable(tests) };
  },
  export: async ({ engine, place, name, context: { io } }) => {
    const templates = await engine.listRules(place);
    if (name === undefined) return { json: { rules: templates }, text: rulesText(templates) };
    const file = resolve(io.cwd, name);
    writeRules(file, templates);
    return { json: { file, templates: templates.map(listed) }, text: `${shortPath(file, io.cwd)}\n` };
  },
  import: async ({ engine, place, name, context: { io } }) => {
    if (name === undefined) throw new ArgiopeError('USAGE', 'rules import needs a file; got nothing');
    const kept = await engine.saveRules(place, readRules(resolve(io.cwd, name)));
    return { json: { kept: kept.map(listed) }, text: keptText(kept) };
  },
};

function listed({ domain, template, version, fields }: TemplateRules): object {
  return { domain, template, version, fields: fields.length };
}

function keptText(kept: readonly TemplateRules[]): string {
  if (kept.length === 0) return 'nothing has changed\n';
  return kept.map(({ template, version }) => `${template}: version ${version}\n`).join('');
}

async function theTemplate({ engine, place, word, name }: Task): Promise<TemplateRules> {
  const templates = await engine.listRules(place);
  const names = templates.map(({ template }) => template);
  const found =
    templates.find(({ template }) => template === name) ??
    (name === undefined && templates.length === 1 ? templates[0] : undefined);
  if (found) return found;
  const known =
    names.length === 0
      ? 'there are none: run argiope extract first'
      : `those of this store: ${names.join(', ')}`;
  const got = name === undefined ? 'nothing' : JSON.stringify(name);
  throw new ArgiopeError('USAGE', `rules ${word} needs the name of a template; got ${got}`, {
    advice: known,
  });
}

/** Lets a person edit rules in a file of their own, until it can be read or they give up. */
async function editedRules(
  { context: { io } }: Task,
  template: TemplateRules,
): Promise<readonly TemplateRules[]> {
  const editor = io.env.VISUAL ?? io.env.EDITOR;
  if (!editor)
    throw new ArgiopeError('USAGE', 'rules edit needs an editor; neither $VISUAL nor $EDITOR is set', {
      advice: 'set EDITOR, or use argiope rules export and import',
    });
  const folder = mkdtempSync(join(tmpdir(), 'argiope-rules-'));
  const file = join(folder, 'rules.json');
  let keeps = false;
  try {
    writeFileSync(file, rulesText([template]));
    await opened(editor, file);
    keeps = true;
    const edited = parsedRules(file);
    const strange = edited.find(
      (each) => each.template !== template.template || each.domain !== template.domain,
    );
    keeps = strange !== undefined || edited.length !== 1;
    if (!keeps) return edited;
    throw new ArgiopeError(
      'CONFIG',
      `the edited rules were expected to be those of ${template.template} alone, got ${edited.map((each) => each.template).join(', ') || 'none'}`,
      {
        advice: `Leave domain and template as they are; argiope rules import takes other templates. What you wrote is in ${file}.`,
      },
    );
  } finally {
    // What somebody has written is not thrown away because of a comma.
    if (!keeps) rmSync(folder, { recursive: true, force: true });
  }
}

function parsedRules(file: string): readonly TemplateRules[] {
  try {
    return parseRules(readFileSync(file, 'utf8'), 'as edited');
  } catch (error) {
    if (!(error instanceof ArgiopeError)) throw error;
    const advice = `What you wrote is in ${file}: correct it there, then argiope rules import it.`;
    throw new ArgiopeError(error.code, error.message, { advice, cause: error });
  }
}

function opened(editor: string, file: string): Promise<void> {
  const { promise, resolve: done, reject } = Promise.withResolvers<void>();
  // An editor may be given with arguments, as `git` and others take it.
  const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  child.once('error', reject);
  child.once('exit', (code) => {
    if (code === 0) done();
    else
      reject(
        new ArgiopeError('USAGE', `the editor ${editor} ended with ${code}; nothing was changed`, {
          advice: 'set EDITOR to a command that starts yours, or use argiope rules export and import',
        }),
      );
  });
  return promise;
}
