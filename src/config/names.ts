import type { CommandName, Option } from './option.ts';
import { type OptionKey, options } from './options.ts';

/** An option under all its names. */
export interface NamedOption {
  readonly key: OptionKey;
  /** Without dashes: `max-pages`. Also the key in a file. */
  readonly flag: string;
  /** Environment names in the order in which they are asked; empty where it is a flag only. */
  readonly environment: readonly string[];
  readonly option: Option;
}

/** Every option with its names. */
export const namedOptions: readonly NamedOption[] = Object.entries(options).map(([key, declared]) => {
  const option: Option = declared as Option;
  const flag = option.flag ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const own = `ARGIOPE_${flag.toUpperCase().replaceAll('-', '_')}`;
  const environment = option.flagOnly ? [] : [own, ...(option.alsoEnv ?? [])];
  return { key: key as OptionKey, flag, environment, option };
});

/** The options of one command. */
export function optionsOf(command: CommandName): readonly NamedOption[] {
  return namedOptions.filter(({ option }) => option.commands.includes(command));
}

/** The default in words. */
export function defaultText(option: Option): string {
  if (option.defaultText !== undefined) return option.defaultText;
  if (Array.isArray(option.default)) return option.default.join(',');
  return typeof option.default === 'boolean' ? (option.default ? 'on' : 'off') : String(option.default);
}
