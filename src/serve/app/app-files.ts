/** Files of the application as the server gives them. */
import { appIcon } from './icon.ts';

/** A file of the application. */
export interface AppFile {
  readonly type: string;
  readonly text: string;
}

/** Files by the paths that they are asked for. */
export type AppFiles = ReadonlyMap<string, AppFile>;

/** Files by path, with their types and the icon. */
export function withIcon(files: readonly (readonly [path: string, text: string])[]): AppFiles {
  const typed = files.map(
    ([path, text]) => [path, { text, type: path.endsWith('.css') ? 'text/css' : 'text/javascript' }] as const,
  );
  return new Map([...typed, ['/icon.svg', { text: appIcon, type: 'image/svg+xml' }]]);
}
