const named: Readonly<Record<string, string>> = {
  Enter: '\r',
  Space: ' ',
  Escape: '\x1b',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
};

/** The bytes that a terminal sends for a key: a name such as `PageDown`, or the character itself. */
export function keyBytes(key: string): Uint8Array {
  return Buffer.from(named[key] ?? key, 'latin1');
}

/** Names under which screens offer keys, with the names that they have here. */
const spellings: readonly (readonly [pattern: string, key: string])[] = [
  ['←|Left', 'Left'],
  ['→|Right', 'Right'],
  ['↑|Up', 'Up'],
  ['↓|Down', 'Down'],
  ['PgUp|Page ?Up|上[页頁]鍵?', 'PageUp'],
  ['PgDn|PgDown|Page ?Down|下[页頁]鍵?', 'PageDown'],
  ['Space|空格键?|空白[键鍵]', 'Space'],
  ['Enter|Return|回车键?', 'Enter'],
  ['Esc(?:ape)?', 'Escape'],
];

/** Any of these names, standing by itself. */
export const keyNames = new RegExp(
  spellings.map(([pattern]) => `(?<![A-Za-z])(?:${pattern})(?![a-z])`).join('|'),
  'g',
);

const whole = spellings.map(([pattern, key]) => [new RegExp(`^(?:${pattern})$`), key] as const);

/** The key that a screen means by a name, `null` where it is none. */
export function keyNamed(spelling: string): string | null {
  return whole.find(([pattern]) => pattern.test(spelling))?.[1] ?? null;
}
