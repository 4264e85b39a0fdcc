import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSeeds, storeIn, type TrainSettings, trainSettings } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { Command, Context } from '../command.ts';
import { exitOf, interruptedExit } from '../exit.ts';
import { browserPath } from '../place.ts';
import { printResult } from '../print.ts';
import { Progress } from '../progress.ts';
import { trainTable } from '../training.ts';
import { type Watching, watched } from '../watched.ts';

/** `argiope train`: which actions lead to the wanted pages. */
export const trainCommand: Command = {
  name: 'train',
  summary: 'Learn which actions lead to the wanted pages',
  usage: '--sample TYPE=URL … | <url> | --from-store [DIR]  [flags]',
  details: [
    'Fires every possible event on each sample page, looks at the result, and learns which elements lead to pages of the wanted types. The model is a JSON file that can be read and edited (docs/models.md); argiope crawl --model fires only what it allows.',
    'With an address and no samples, a first look at the site (100 pages, or --max-pages) proposes types: rename them in the model, and remove from "want" what is not wanted. With --from-store the same is done with what a crawl has seen.',
    'Running the same command again goes on where it was stopped. What was fired is kept beside the model (FILE without .json, with .db).',
  ],
  examples: [
    'argiope train --sample thread=https://example.org/t/1 --out forum.json',
    'argiope crawl https://example.org/board --model forum.json',
    'argiope train https://example.org/ --out proposed.json',
    'argiope train --from-store argiope-out/example.org --out seen.json',
  ],
  run,
};

async function run(context: Context): Promise<number> {
  const { io, input, engine } = context;
  const settings = settingsOf(context);
  const work = async (watch: Watching) => (await engine()).train(settings, watch);
  const result = await watched(io, new Progress(io, input.values), work);
  if (result === 'at once') return interruptedExit;
  printResult(context, result, () => trainTable(result, io.cwd));
  return exitOf(result.stopped);
}

function settingsOf({ io, input }: Context): TrainSettings {
  const { values, positionals } = input;
  const { sample, fromStore } = values;
  const asked = [sample.length > 0, fromStore, !fromStore && positionals.length > 0].filter(Boolean);
  if (asked.length !== 1) {
    const got = asked.length === 0 ? 'nothing' : 'several of these';
    throw new ArgiopeError('USAGE', `train needs samples, an address, or --from-store; got ${got}`, {
      advice: 'for example: argiope train --sample thread=https://example.org/t/1 --out model.json',
    });
  }
  const given = { ...values, browser: browserPath(input) };
  if (!fromStore) {
    const { seeds, logins = {} } = sample.length > 0 ? { seeds: [] } : readSeeds(positionals);
    return { ...trainSettings(seeds, given, io.cwd), logins };
  }
  const store = values.store ?? storeNamed(positionals, io.cwd);
  return trainSettings([], { ...given, store }, io.cwd);
}

/** The store of the crawl in a folder. */
function storeNamed([folder, more]: readonly string[], cwd: string): string {
  const path = folder === undefined || more !== undefined ? null : resolve(cwd, folder);
  if (path === null) {
    throw new ArgiopeError('USAGE', '--from-store needs the store of one crawl', {
      advice: 'give its folder (argiope train --from-store argiope-out/example.org) or --store sqlite:FILE',
    });
  }
  const store = existsSync(path) && statSync(path).isDirectory() ? storeIn(path) : `sqlite:${path}`;
  const file = store.slice('sqlite:'.length);
  if (!existsSync(file)) {
    throw new ArgiopeError('STORE_UNREACHABLE', `there is no crawl in ${path}: ${file} does not exist`, {
      advice: 'crawl first, or name the folder of a crawl',
    });
  }
  return store;
}
