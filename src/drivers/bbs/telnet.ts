/** Telnet as far as a terminal needs it (RFC 854, 855, 857, 858, 860, 1073, 1091). */

const [SE, SB, WILL, WONT, DO, DONT, IAC] = [240, 250, 251, 252, 253, 254, 255] as const;
const [BINARY, ECHO, SUPPRESS, MARK, TERMINAL, WINDOW] = [0, 1, 3, 6, 24, 31] as const;
/** `SEND` in a subnegotiation of the terminal type, and its answer `IS`. */
const [IS, SEND] = [0, 1] as const;

/** What a piece of the stream came to. */
export interface TelnetInput {
  /** Bytes for the screen. */
  readonly data: Uint8Array;
  /** What is to be answered. */
  readonly reply: Uint8Array;
  /** Timing marks that came back. */
  readonly marks: number;
}

/** `DO TIMING-MARK`: answered once everything before it was dealt with. */
export const markRequest: Uint8Array = Uint8Array.of(IAC, DO, MARK);

/** Options that we offer, and those that the server may use. */
const ours: ReadonlySet<number> = new Set([BINARY, SUPPRESS, TERMINAL, WINDOW]);
const theirs: ReadonlySet<number> = new Set([BINARY, ECHO, SUPPRESS]);

/** Longest subnegotiation that is kept. */
const longest = 256;

/** Takes the commands out of a telnet stream and says what to answer; commands may be cut anywhere. */
export class Telnet {
  readonly #size: readonly [columns: number, rows: number];
  /** Whether the server speaks telnet at all: bare sockets do not. */
  spoken = false;
  #state: 'data' | 'iac' | 'option' | 'sub' | 'sub-iac' = 'data';
  #command = 0;
  #sub: number[] = [];
  readonly #agreed = new Map<string, boolean>();

  constructor(columns: number, rows: number) {
    this.#size = [columns, rows];
  }

  hear(piece: Uint8Array): TelnetInput {
    const data: number[] = [];
    const reply: number[] = [];
    let marks = 0;
    for (const byte of piece) {
      switch (this.#state) {
        case 'data':
          if (byte === IAC) this.#state = 'iac';
          else data.push(byte);
          break;
        case 'iac':
          if (byte === IAC) data.push(byte);
          this.#begin(byte);
          break;
        case 'option':
          if (byte === MARK && (this.#command === WILL || this.#command === WONT)) marks++;
          else reply.push(...this.#negotiate(this.#command, byte));
          this.#state = 'data';
          break;
        case 'sub':
          if (byte === IAC) this.#state = 'sub-iac';
          else if (this.#sub.length < longest) this.#sub.push(byte);
          break;
        case 'sub-iac':
          if (byte === SE) {
            reply.push(...this.#subAnswer());
            this.#state = 'data';
          } else {
            if (byte === IAC) this.#sub.push(IAC);
            this.#state = 'sub';
          }
      }
    }
    return { data: Uint8Array.from(data), reply: Uint8Array.from(reply), marks };
  }

  #begin(byte: number): void {
    this.spoken ||= byte !== IAC;
    this.#command = byte;
    this.#sub = [];
    if (byte === WILL || byte === WONT || byte === DO || byte === DONT) this.#state = 'option';
    else this.#state = byte === SB ? 'sub' : 'data';
  }

  /** Answers only what changes something, so that two sides never talk for ever (RFC 1143). */
  #negotiate(command: number, option: number): number[] {
    const mine = command === DO || command === DONT;
    const wanted = command === DO || command === WILL;
    const agreed = wanted && (mine ? ours : theirs).has(option);
    const key = `${mine} ${option}`;
    if ((this.#agreed.get(key) ?? false) === agreed && this.#agreed.has(key)) return [];
    this.#agreed.set(key, agreed);
    const answer = mine ? (agreed ? WILL : WONT) : agreed ? DO : DONT;
    const size = mine && agreed && option === WINDOW ? this.#windowSize() : [];
    return [IAC, answer, option, ...size];
  }

  #windowSize(): number[] {
    const bytes = this.#size.flatMap((length) => [length >> 8, length & 255]);
    return [IAC, SB, WINDOW, ...bytes.flatMap((byte) => (byte === IAC ? [IAC, IAC] : [byte])), IAC, SE];
  }

  #subAnswer(): number[] {
    const [option, what] = this.#sub;
    if (option !== TERMINAL || what !== SEND) return [];
    return [IAC, SB, TERMINAL, IS, ...Buffer.from('VT100'), IAC, SE];
  }
}

/** Bytes as they go over the line: what would be read as a command is doubled. */
export function escaped(bytes: Uint8Array): Uint8Array {
  return bytes.includes(IAC)
    ? Uint8Array.from([...bytes].flatMap((byte) => (byte === IAC ? [IAC, IAC] : [byte])))
    : bytes;
}
