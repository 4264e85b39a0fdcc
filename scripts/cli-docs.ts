/** Writes docs/cli.md from the declarations of commands and options; `--check` fails where it is stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from '../src/cli/command.ts';
import { commands } from '../src/cli/commands/index.ts';
import { flagUsage } from '../src/cli/help.ts';
import { defaultText, type NamedOption, optionsOf } from '../src/config/index.ts';

/** The whole page. */
export function cliDocs(): string {
  const parts = [
    '# Command line',
    'Made by `npm run docs` from the declarations in `src/config/options/` and `src/cli/commands/`; edit those.',
    '`argiope <command> [flags]`. Flags come after the command, as `--flag value` or `--flag=value`; where a flag is given twice the last one counts, unless it is repeatable or a list, which add up. On/off flags are turned off with `--no-flag`. `--` ends the flags. Progress and errors go to standard error, results to standard output.',
    '## Where settings come from',
    'Flags win over the environment, the environment over the file named by `--config`, the file over the defaults. The file is JSON; its keys are flag names without dashes, and `seeds` (a list of start addresses). No file is read unless it is named. Unknown flags and keys are errors that name the nearest valid one. In the environment, a repeatable flag has one value per line. Values of `--auth`, `--header` and `--proxy` are never printed; prefer the environment or the file for them, since other users of the machine can see flags.',
    '```json\n{ "seeds": ["https://example.org/"], "max-pages": 500, "events": ["click"], "exclude": ["/print/"] }\n```',
    commandList(),
    ...commands.flatMap(commandPart),
    '## help, version',
    '`argiope help [command]` (also `--help`, `-h`) and `argiope version` (also `--version`, `-V`).',
    '## Exit codes',
    'See [exit-codes.md](exit-codes.md).',
  ];
  return `${parts.join('\n\n')}\n`;
}

function commandList(): string {
  const rows = commands.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${summary} |`);
  return ['| command | does |', '|---|---|', ...rows].join('\n');
}

function commandPart(command: Command): readonly string[] {
  return [
    `## ${command.name}`,
    `\`argiope ${command.name} ${command.usage}\``,
    ...command.details,
    `\`\`\`sh\n${command.examples.join('\n')}\n\`\`\``,
    optionTable(optionsOf(command.name)),
  ];
}

function optionTable(all: readonly NamedOption[]): string {
  const rows = all.map((named) => {
    const environment = named.environment.map((name) => `\`${name}\``).join(', ');
    const cells = [`\`${flagUsage(named)}\``, named.option.help, defaultText(named.option), environment];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')).join(' | ')} |`;
  });
  return ['| flag | meaning | default | environment |', '|---|---|---|---|', ...rows].join('\n');
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const file = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'cli.md');
  const text = cliDocs();
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error('docs/cli.md is stale: run "npm run docs"');
    process.exitCode = 1;
  }
}
