/** A stream that text goes to. */
export interface Out {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The world around a command, so that a test can stand in for it. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Out;
  readonly stderr: Out;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Milliseconds that only grow. */
  now(): number;
  /** Calls the handler on every request to end; gives back how to stop listening. */
  onInterrupt(handler: () => void): () => void;
}

/** The process's own streams, environment and signals. */
export function processIo(): Io {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    now: () => performance.now(),
    onInterrupt(handler) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, handler);
      return () => {
        for (const signal of signals) process.off(signal, handler);
      };
    },
  };
}
