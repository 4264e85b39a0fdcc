import { type CommandName, defaultText, type NamedOption, optionsOf } from '../config/index.ts';
import type { Command } from './command.ts';
import { exitCodes } from './exit.ts';
import { pad, usualColumns, wrap } from './terminal.ts';

/** The help of the program: what it is, its commands, and where to read on. */
export function programHelp(commands: readonly Command[]): string {
  const rows = [
    ...commands.map(({ name, summary }) => [name, summary] as const),
    ['help', 'Show this, or the help of a command'] as const,
    ['version', 'Show the version'] as const,
  ];
  return [
    'Argiope crawls sites whose pages are made by scripts.',
    '',
    'Usage: argiope <command> [flags]',
    '',
    'Commands:',
    ...rows.map(([name, summary]) => `  ${pad(name, 13)}${summary}`),
    '',
    'Begin with:',
    '  argiope demo                        crawl a bundled site, see what it finds',
    '  argiope crawl https://example.org/  crawl yours',
    '',
    '"argiope <command> --help" lists the flags of a command.',
    '',
  ].join('\n');
}

/** The help of one command, at most 80 columns wide. */
export function commandHelp(command: Command): string {
  const blocks = [
    [`Usage: argiope ${command.name} ${command.usage}`],
    ...command.details.map((paragraph) => wrap(paragraph, usualColumns)),
    ...optionBlocks(command.name),
    ['Examples:', ...command.examples.map((line) => `  ${line}`)],
    wrap(precedence(command.name), usualColumns),
    ...(command.name === 'crawl' ? [exitBlock()] : []),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function precedence(command: CommandName): string {
  const repeats = optionsOf(command).some(({ option }) => option.kind.many);
  return `Flags win over the environment (in brackets), that over --config, that over the defaults.${
    repeats ? ' In the environment, a repeatable flag has one value per line.' : ''
  }`;
}

function exitBlock(): readonly string[] {
  return ['Exit codes:', ...exitCodes.map(([code, meaning]) => `  ${code}  ${meaning}`)];
}

function optionBlocks(command: CommandName): readonly (readonly string[])[] {
  const all = optionsOf(command);
  const groups = [...new Set(all.map(({ option }) => option.group))];
  return groups.map((group) => [
    `${group}:`,
    ...all.filter(({ option }) => option.group === group).flatMap(optionLines),
  ]);
}

/** Flag and value on the left, help, default and environment on the right. */
function optionLines(named: NamedOption): readonly string[] {
  const left = `  ${flagUsage(named)}`;
  const { option } = named;
  const environment = named.environment.length === 0 ? '' : ` [${named.environment.join(', ')}]`;
  const ifAbsent = option.kind.json === 'boolean' ? '' : ` (default: ${defaultText(option)})`;
  const indent = 26;
  const right = wrap(`${option.help}${ifAbsent}${environment}`, usualColumns - indent);
  const head = left.length < indent ? [pad(left, indent) + right[0]] : [left, ' '.repeat(indent) + right[0]];
  return [...head, ...right.slice(1).map((line) => ' '.repeat(indent) + line)];
}

/** `--max-pages N`. */
export function flagUsage({ flag, option }: NamedOption): string {
  return `--${flag} ${option.kind.placeholder}`.trimEnd();
}
