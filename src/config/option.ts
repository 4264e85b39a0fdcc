import type { Kind } from './kinds.ts';

/** Commands that take options. */
export const commandNames = [
  'crawl',
  'recrawl',
  'history',
  'train',
  'extract',
  'rules',
  'mirror',
  'graph',
  'sitemap',
  'export',
  'links',
  'forms',
  'search',
  'open',
  'mcp',
  'serve',
  'login',
  'query',
  'fingerprint',
  'demo',
  'doctor',
  'worker',
  'status',
  'sweep',
] as const;
export type CommandName = (typeof commandNames)[number];

/** One declaration: from it come the flag, the environment name, the file key, validation, help and docs. */
export interface Option<T = unknown, D = T | null> {
  readonly kind: Kind<T>;
  /** `null` where the option may be absent. */
  readonly default: D;
  /** What the default is in words, where the value alone does not say. */
  readonly defaultText?: string;
  readonly help: string;
  /** Heading under which the help lists it. */
  readonly group: string;
  readonly commands: readonly CommandName[];
  /** Flag name where it is not the key in kebab case. */
  readonly flag?: string;
  /** Further environment names, tried after the option's own. */
  readonly alsoEnv?: readonly string[];
  /** Given on the command line only. */
  readonly flagOnly?: true;
  /** Never printed. */
  readonly secret?: true;
}

/** An option that always has a value. */
export function define<T>(option: Option<T, NoInfer<T>>): Option<T, T> {
  return option;
}

/** An option that may be absent. */
export function optional<T>(option: Omit<Option<T>, 'default'>): Option<T> {
  return { ...option, default: null };
}
