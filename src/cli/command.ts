import type { CommandName, Input } from '../config/index.ts';
import type { Engine } from './engine.ts';
import type { Io } from './io.ts';

/** What a command is run with. */
export interface Context {
  readonly io: Io;
  readonly input: Input;
  readonly engine: () => Promise<Engine>;
}

/** One command: what the help says of it, and what it does. */
export interface Command {
  readonly name: CommandName;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands behind the name: `<url…> [flags]`. */
  readonly usage: string;
  /** Paragraphs of its help. */
  readonly details: readonly string[];
  /** Lines that can be copied. */
  readonly examples: readonly string[];
  /** Gives the exit code; errors that end it are thrown. */
  run(context: Context): Promise<number>;
}
