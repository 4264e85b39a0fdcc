import { Pieces } from '../http/pieces.ts';

/** How much of what is read along may be in memory together, until it is written. */
export class Room {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Takes as much of what is wanted as there is. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#left);
    this.#left -= taken;
    return taken;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}

/** A message as it came, up to a limit and as far as there is room; what is not whole has no holes. */
export class Held {
  readonly #room: Room;
  #pieces = new Pieces();
  #most: number;
  isCut = false;

  constructor(most: number, room: Room) {
    this.#most = most;
    this.#room = room;
  }

  add(piece: Buffer): void {
    if (this.isCut) return;
    const taken = this.#room.take(Math.min(piece.length, this.#most));
    this.#most -= taken;
    this.isCut = taken < piece.length;
    this.#pieces.add(piece.subarray(0, taken));
  }

  bytes(): Buffer {
    return this.#pieces.whole();
  }

  /** It is needed no more. */
  release(): void {
    this.#room.give(this.#pieces.size);
    this.#pieces = new Pieces();
  }
}
