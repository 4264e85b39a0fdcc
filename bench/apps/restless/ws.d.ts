declare module 'ws' {
  import type { IncomingMessage, Server } from 'node:http';
  /** As much of a socket as is used here. */
  export interface Socket {
    send(text: string): void;
    terminate(): void;
    on(event: 'close' | 'error', listener: () => void): void;
    on(event: 'message', listener: (said: unknown) => void): void;
  }
  export class WebSocketServer {
    constructor(options: {
      server: Server;
      path?: string;
      verifyClient?: (info: { req: IncomingMessage }, answer: (isWelcome: boolean) => void) => void;
    });
    on(event: 'connection', listener: (socket: Socket, request: IncomingMessage) => void): void;
    close(): void;
  }
}
