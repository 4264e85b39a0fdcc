declare module 'ws' {
  import type { Server } from 'node:http';
  /** As much of a socket as the feed uses. */
  export interface Socket {
    send(text: string): void;
    terminate(): void;
    on(event: 'close' | 'error', listener: () => void): void;
  }
  export class WebSocketServer {
    constructor(options: { server: Server; path: string });
    on(event: 'connection', listener: (socket: Socket) => void): void;
  }
}
