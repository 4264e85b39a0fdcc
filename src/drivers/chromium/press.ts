import { deflateRawSync, inflateRawSync } from 'node:zlib';

interface Sheet {
  text: string;
  pack: Buffer | null;
  from: number;
  to: number;
}

/** A text that was put away; it can be read again. */
export type PressedText = Readonly<Sheet>;

/** Characters that are compressed together: one answer at a time would cost more than it saves. */
const packSize = 128 << 10;

/** Puts texts away in little room, many at a time. */
export class Press {
  #open: Sheet[] = [];
  #size = 0;

  add(text: string): PressedText {
    const sheet: Sheet = { text, pack: null, from: 0, to: 0 };
    this.#open.push(sheet);
    this.#size += text.length;
    if (this.#size >= packSize) this.#close();
    return sheet;
  }

  #close(): void {
    const pieces = this.#open.map(({ text }) => Buffer.from(text));
    const pack = deflateRawSync(Buffer.concat(pieces), { level: 1 });
    let at = 0;
    for (const [index, sheet] of this.#open.entries()) {
      sheet.pack = pack;
      sheet.from = at;
      at += (pieces[index] as Buffer).length;
      sheet.to = at;
      sheet.text = '';
    }
    this.#open = [];
    this.#size = 0;
  }
}

/** Reads a text that was put away. */
export function readPressed({ text, pack, from, to }: PressedText): string {
  return pack ? inflateRawSync(pack).toString('utf8', from, to) : text;
}
