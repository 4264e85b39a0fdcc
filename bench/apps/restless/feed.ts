import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';

const goods = ['Grain', 'Copper', 'Wool', 'Salt', 'Timber', 'Tea'];

/** Sends a price several times a second to everybody who is connected. */
export function attachFeed(server: Server): void {
  new WebSocketServer({ server, path: '/feed' }).on('connection', (socket) => {
    const beat = setInterval(() => {
      const name = goods[Math.floor(Math.random() * goods.length)];
      socket.send(JSON.stringify({ name, price: (100 + Math.random() * 20).toFixed(2) }));
    }, 150);
    socket.on('close', () => clearInterval(beat));
    socket.on('error', () => socket.terminate());
  });
}
