/** Two-byte encodings that forms of pages are sent in. */
const wide: ReadonlySet<string> = new Set(['gbk', 'gb18030', 'big5', 'euc-kr', 'shift_jis', 'euc-jp']);
const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Bytes of a text as a page of that encoding sends them; characters that it lacks become references, as browsers do. */
export function encodeAs(text: string, label: string): Uint8Array {
  const name = nameOf(label);
  if (name === 'utf-8' || name.startsWith('utf-16')) return new TextEncoder().encode(text);
  const table = tableOf(name);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const known = code < 0x80 ? [code] : table.get(character);
    bytes.push(...(known ?? [...`&#${code};`].map((one) => one.charCodeAt(0))));
  }
  return Uint8Array.from(bytes);
}

/** Characters of an encoding with their bytes: what decoding says, turned round. */
function tableOf(name: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(name);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(name);
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (text.includes('\ufffd') || [...text].length !== 1 || table.has(text)) return;
    table.set(text, bytes);
  };
  for (let one = 0x80; one <= 0xff; one++) {
    if (!wide.has(name)) add(one);
    else for (let other = 0x40; other <= 0xfe; other++) add(one, other);
  }
  tables.set(name, table);
  return table;
}

function nameOf(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}
