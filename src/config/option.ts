import { flag, type Kind } from './kinds.ts';

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

/** An option before it is said under which heading it stands. */
type Ungrouped<T, D> = Omit<Option<T, D>, 'group'>;

/** An option that always has a value. */
export function define<T>(option: Ungrouped<T, NoInfer<T>>): Ungrouped<T, T> {
  return option;
}

/** An option that may be absent. */
export function optional<T>(option: Omit<Ungrouped<T, T | null>, 'default'>): Ungrouped<T, T | null> {
  return { ...option, default: null };
}

/** An option that is off unless it is given. */
export function onOff(
  option: Omit<Ungrouped<boolean, boolean>, 'kind' | 'default'>,
): Ungrouped<boolean, boolean> {
  return { ...option, kind: flag, default: false };
}

/** Options under one heading of the help. */
export function inGroup<O extends Readonly<Record<string, Ungrouped<unknown, unknown>>>>(
  group: string,
  options: O,
): { readonly [K in keyof O]: O[K] & { readonly group: string } } {
  const grouped = Object.entries(options).map(([key, option]) => [key, { ...option, group }]);
  return Object.fromEntries(grouped);
}
