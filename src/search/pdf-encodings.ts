/**
 * Character maps that PDF files of Chinese, Japanese and Korean name and do not hold, where their fonts are those of
 * the system. The real ones lead to numbers of glyphs and are 1.6 MB; text needs only what the characters are. So
 * here the number of a glyph is its Unicode value, and the map from glyphs to Unicode changes nothing.
 */

/** Encodings that the platform can read, by the names that PDF has for them. */
const encodings: readonly (readonly [RegExp, string])[] = [
  [/^GBK?p?-EUC|^GBK2K|^GBpc/, 'gb18030'],
  [/^(?:B5pc|ETen-B5|ETenms-B5|HKscs-B5)/, 'big5'],
  [/RKSJ/, 'shift_jis'],
  [/^EUC-[HV]/, 'euc-jp'],
  [/^KSC/, 'euc-kr'],
];

/** The map of a name, `null` where it is not known. */
export function unicodeMap(name: string): string | null {
  if (/^Adobe-\w+-UCS2$/.test(name)) return mapText('<0000> <ffff>', sameRanges());
  if (/^Uni\w+-(?:UCS2|UTF16)-/.test(name))
    return mapText('<0000> <ffff>', '1 begincidrange\n<0000> <ffff> 0\nendcidrange');
  const encoding = encodings.find(([pattern]) => pattern.test(name))?.[1];
  return encoding === undefined ? null : mapText('<00> <80>\n<8140> <fefe>', pairsOfBytes(encoding), 2);
}

function mapText(space: string, entries: string, spaces = 1): string {
  return `begincmap\n${spaces} begincodespacerange\n${space}\nendcodespacerange\n${entries}\nendcmap\n`;
}

/** In ranges of texts only the last byte counts up. */
function sameRanges(): string {
  const rows = Array.from({ length: 256 }, (_, high) => {
    const byte = hex(high);
    return `<${byte}00> <${byte}ff> <${byte}00>`;
  });
  return `256 beginbfrange\n${rows.join('\n')}\nendbfrange`;
}

function pairsOfBytes(encoding: string): string {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const rows: string[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoded(decoder, lead, trail);
      if (character !== null) rows.push(`<${hex(lead)}${hex(trail)}> ${character}`);
    }
  return `1 begincidrange\n<00> <7f> 0\nendcidrange\n${rows.length} begincidchar\n${rows.join('\n')}\nendcidchar`;
}

function decoded(decoder: TextDecoder, lead: number, trail: number): number | null {
  try {
    const text = decoder.decode(new Uint8Array([lead, trail]));
    return text.length === 1 ? text.charCodeAt(0) : null;
  } catch {
    return null;
  }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
