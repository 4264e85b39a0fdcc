import { nearest, readInput } from '../config/index.ts';
import { version } from '../config/version.ts';
import { ArgiopeError } from '../model/errors.ts';
import type { Command } from './command.ts';
import { commands } from './commands/index.ts';
import { type Engine, loadEngine } from './engine.ts';
import { reportFailure } from './failure.ts';
import { commandHelp, programHelp } from './help.ts';
import type { Io } from './io.ts';

export { loadEngine } from './engine.ts';
export { processIo } from './io.ts';

/** Runs one command line and gives its exit code; it never exits itself. */
export async function run(
  argv: readonly string[],
  io: Io,
  engine: () => Promise<Engine> = loadEngine,
): Promise<number> {
  const [word = '', ...rest] = argv;
  try {
    return await dispatch(word, rest, io, engine);
  } catch (error) {
    const flags = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
    return reportFailure(error, io, {
      command: word,
      json: flags.includes('--json') || /^(1|true|yes|on)$/i.test(io.env.ARGIOPE_JSON ?? ''),
      verbose: flags.includes('--verbose') || /^(1|true|yes|on)$/i.test(io.env.ARGIOPE_VERBOSE ?? ''),
    });
  }
}

async function dispatch(
  word: string,
  rest: readonly string[],
  io: Io,
  engine: () => Promise<Engine>,
): Promise<number> {
  switch (word) {
    case '':
      io.stderr.write(programHelp(commands));
      return 2;
    case 'help':
    case '--help':
    case '-h':
      io.stdout.write(rest[0] === undefined ? programHelp(commands) : commandHelp(find(rest[0])));
      return 0;
    case 'version':
    case '--version':
    case '-V':
      io.stdout.write(`${version()}\n`);
      return 0;
  }
  const command = find(word);
  const input = readInput(command.name, { argv: rest, env: io.env, cwd: io.cwd });
  if (input.help) {
    io.stdout.write(commandHelp(command));
    return 0;
  }
  if (!input.values.quiet) for (const note of input.notes) io.stderr.write(`note: ${note}\n`);
  return command.run({ io, input, engine });
}

function find(word: string): Command {
  const found = commands.find(({ name }) => name === word);
  if (found !== undefined) return found;
  if (word.startsWith('-')) {
    throw new ArgiopeError('USAGE', `flags come after the command; got ${JSON.stringify(word)} first`, {
      advice: 'argiope <command> [flags]; "argiope help" lists the commands',
    });
  }
  const names = [...commands.map(({ name }) => name), 'help', 'version'];
  const address = /^https?:\/\/|^[\w-]+(\.[\w-]+)+([:/]|$)/i.test(word);
  const meant = address ? null : nearest(word, names);
  throw new ArgiopeError('USAGE', `unknown command ${JSON.stringify(word)}`, {
    advice: address
      ? 'to crawl an address: argiope crawl <url>'
      : `${meant === null ? '' : `did you mean "${meant}"? `}"argiope help" lists the commands`,
  });
}
