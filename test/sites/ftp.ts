/** A small FTP server on loopback, with the habits of real ones: MLSD or not, Unix or DOS listings, breaks. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { startServer, stopServer } from '../servers.ts';
import { certificate, certificateKey } from './certificate.ts';

/** What lies at a path: names and paths hold one character per byte. */
export type FtpNode =
  | { readonly kind: 'file'; readonly body: Uint8Array; readonly date?: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'link'; readonly to: string };

/** How the server behaves. */
export interface FtpHabits {
  /** Passwords by user; without it only `anonymous` is let in. */
  readonly users?: Readonly<Record<string, string>>;
  readonly mlsd?: boolean;
  readonly format?: 'unix' | 'dos';
  /** Whether TLS is offered: after `AUTH TLS`. */
  readonly tls?: boolean;
  /** Whether `REST` is understood. */
  readonly rest?: boolean;
  /** The first transfer of a path ends after so many bytes, connection and all. */
  readonly breaks?: Readonly<Record<string, number>>;
  /** Transfers of a path stop after so many bytes, and the connection stays open. */
  readonly stalls?: Readonly<Record<string, number>>;
  /** Connections are closed after so many commands, as by a server that is tired of waiting. */
  readonly tired?: number;
}

/** A running server. */
export interface FtpServer {
  readonly url: string;
  readonly port: number;
  /** Commands in the order in which they came, passwords left out. */
  readonly commands: readonly string[];
  /** Connections that were made. */
  readonly connections: number;
  close(): Promise<void>;
}

const stamp = '20260102030405';

/** Makes a tree of what is at each path; the folders above follow from the paths. */
export function ftpTree(
  paths: Readonly<Record<string, string | Uint8Array | FtpNode>>,
): Map<string, FtpNode> {
  const tree = new Map<string, FtpNode>([['/', { kind: 'folder' }]]);
  for (const [name, what] of Object.entries(paths)) {
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
      if (!tree.has(name.slice(0, at))) tree.set(name.slice(0, at), { kind: 'folder' });
    }
    if (typeof what === 'string') tree.set(name, { kind: 'file', body: Buffer.from(what) });
    else tree.set(name, what instanceof Uint8Array ? { kind: 'file', body: what } : what);
  }
  return tree;
}

/** UTF-8 text as one character per byte, the form that paths have in a tree. */
export function latin(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Starts a server for a tree. */
export async function startFtp(tree: Map<string, FtpNode>, habits: FtpHabits = {}): Promise<FtpServer> {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const broken = new Set<string>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    serve(socket, tree, habits, commands, broken, sockets);
  });
  const port = await listening(server);
  return {
    url: `ftp://127.0.0.1:${port}/`,
    port,
    commands,
    get connections() {
      return connections;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return stopServer(server);
    },
  };
}

function serve(
  plain: Socket,
  tree: Map<string, FtpNode>,
  habits: FtpHabits,
  commands: string[],
  broken: Set<string>,
  sockets: Set<Socket>,
): void {
  let [user, cwd, rest, count, rest$] = ['', '/', 0, 0, ''];
  let socket = plain;
  let loggedIn = false;
  let data: Promise<Socket> | null = null;
  let waiting: Server | null = null;
  let chain = Promise.resolve();
  const say = (line: string) => void (socket.writable && socket.write(`${line}\r\n`, 'latin1'));
  const target = (argument: string) => follow(tree, absolute(cwd, argument));

  async function send(bytes: Uint8Array, path: string): Promise<void> {
    const channel = await data;
    data = null;
    if (!channel) return say('425 Use PASV first.');
    say('150 Here it comes.');
    const stalled = habits.stalls?.[path];
    if (stalled !== undefined) return void channel.write(bytes.subarray(0, stalled));
    const limit = habits.breaks?.[path];
    if (limit !== undefined && !broken.has(path)) {
      broken.add(path);
      // The client closes its side when it has read what came: only then is the connection cut.
      const read = once(channel, 'close');
      channel.end(bytes.subarray(0, limit));
      await read;
      socket.destroy();
      return;
    }
    await new Promise<void>((resolve) => channel.end(bytes, () => resolve()));
    say('226 Done.');
  }

  /** A client that goes away may have asked for a transfer and not come for it. */
  plain.once('close', () => waiting?.close());

  async function passive(): Promise<number> {
    const listener = createServer();
    const port = await listening(listener);
    waiting?.close();
    waiting = listener;
    if (plain.destroyed) listener.close();
    data = new Promise((resolve) => {
      listener.once('connection', (channel) => {
        sockets.add(channel);
        channel.on('close', () => sockets.delete(channel)).on('error', () => {});
        listener.close();
        resolve(socket === plain ? channel : secured(channel));
      });
    });
    return port;
  }

  async function answer(line: string): Promise<void> {
    const [, verb = '', argument = ''] = /^(\S+) ?(.*)$/s.exec(line) ?? [];
    const command = verb.toUpperCase();
    commands.push(command === 'PASS' ? 'PASS' : line);
    if (habits.tired !== undefined && ++count > habits.tired) return void socket.destroy();
    if (command === 'AUTH') {
      if (!habits.tls) return say('502 Not here.');
      say('234 Go on.');
      plain.removeAllListeners('data');
      socket = secured(plain);
      return listen();
    }
    if (command === 'USER') {
      user = argument;
      return say('331 Password, please.');
    }
    if (command === 'PASS') {
      const users = habits.users;
      loggedIn = users ? users[user] === argument : user === 'anonymous';
      return say(loggedIn ? '230 Welcome.' : '530 Login incorrect.');
    }
    if (command === 'FEAT') {
      return say(
        `211-Features:\r\n UTF8\r\n${habits.mlsd === false ? '' : ' MLST type*;size*;modify*;\r\n'}211 End`,
      );
    }
    if (!loggedIn && command !== 'OPTS' && command !== 'QUIT') return say('530 Log in first.');
    switch (command) {
      case 'EPSV':
        return say(`229 Go (|||${await passive()}|)`);
      case 'PASV': {
        const port = await passive();
        return say(`227 Go (127,0,0,1,${port >> 8},${port & 255})`);
      }
      case 'CWD': {
        const path = absolute(cwd, argument);
        if (tree.get(target(argument) ?? '')?.kind !== 'folder') return say('550 No such folder.');
        cwd = path;
        return say('250 There.');
      }
      case 'PWD':
        return say(`257 "${cwd}"`);
      case 'REST':
        if (habits.rest === false) return say('502 Not here.');
        rest = Number(argument);
        rest$ = argument;
        return say('350 From there.');
      case 'SIZE': {
        const node = tree.get(target(argument) ?? '');
        return say(node?.kind === 'file' ? `213 ${node.body.length}` : '550 No such file.');
      }
      case 'MDTM': {
        const node = tree.get(target(argument) ?? '');
        return say(node?.kind === 'file' ? `213 ${node.date ?? stamp}` : '550 No such file.');
      }
      case 'RETR': {
        const path = target(argument) ?? '';
        const node = tree.get(path);
        if (node?.kind !== 'file') return say('550 No such file.');
        const from = rest$ === '' ? 0 : rest;
        rest$ = '';
        return send(node.body.subarray(from), path);
      }
      case 'MLSD':
        if (habits.mlsd === false) return say('500 What?');
        return send(Buffer.from(mlsd(tree, target('') ?? '/'), 'latin1'), '');
      case 'LIST':
        return send(Buffer.from(list(tree, target('') ?? '/', habits.format ?? 'unix'), 'latin1'), '');
      case 'QUIT':
        say('221 Bye.');
        return void socket.end();
      default:
        return say('200 Fine.');
    }
  }

  function listen(): void {
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        chain = chain.then(() => answer(line));
      }
    });
  }
  listen();
  say('220 A small server.');
}

function secured(socket: Socket): TLSSocket {
  return new TLSSocket(socket, { isServer: true, cert: certificate, key: certificateKey }).on(
    'error',
    () => {},
  );
}

function absolute(cwd: string, path: string): string {
  const steps: string[] = [];
  for (const step of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

/** The path behind all links, `null` where they go round. */
function follow(tree: Map<string, FtpNode>, path: string, left = 40): string | null {
  if (left === 0) return null;
  let real = '/';
  for (const step of path.split('/').filter((each) => each !== '')) {
    real = absolute(real, step);
    const node = tree.get(real);
    if (node?.kind !== 'link') continue;
    const next = follow(tree, absolute(real.slice(0, real.lastIndexOf('/')), node.to), left - 1);
    if (next === null) return null;
    real = next;
  }
  return real;
}

function inside(tree: Map<string, FtpNode>, folder: string): [string, FtpNode][] {
  const start = folder === '/' ? '/' : `${folder}/`;
  return [...tree]
    .filter(([path]) => path !== '/' && path.startsWith(start) && !path.slice(start.length).includes('/'))
    .map(([path, node]) => [path.slice(start.length), node]);
}

function mlsd(tree: Map<string, FtpNode>, folder: string): string {
  const lines = inside(tree, folder).map(([name, node]) => {
    if (node.kind === 'file')
      return `type=file;size=${node.body.length};modify=${node.date ?? stamp}; ${name}`;
    const type = node.kind === 'folder' ? 'dir' : `OS.unix=slink:${node.to}`;
    return `type=${type};modify=${stamp}; ${name}`;
  });
  return [`type=cdir;modify=${stamp}; .`, ...lines, ''].join('\r\n');
}

function list(tree: Map<string, FtpNode>, folder: string, format: 'unix' | 'dos'): string {
  const lines = inside(tree, folder).map(([name, node]) => {
    if (format === 'dos') {
      const what = node.kind === 'file' ? String(node.body.length).padStart(20) : '<DIR>'.padEnd(20);
      return `01-02-26  03:04AM ${what} ${name}`;
    }
    if (node.kind === 'file')
      return `-rw-r--r--   1 ftp      ftp      ${String(node.body.length).padStart(10)} Jan 02 03:04 ${name}`;
    const mode = node.kind === 'folder' ? 'drwxr-xr-x' : 'lrwxrwxrwx';
    const link = node.kind === 'link' ? ` -> ${node.to}` : '';
    return `${mode}   2 ftp      ftp            4096 Jan 02 03:04 ${name}${link}`;
  });
  return [...(format === 'unix' ? [`total ${lines.length}`] : []), ...lines, ''].join('\r\n');
}

async function listening(server: Server): Promise<number> {
  return Number(new URL(await startServer(server)).port);
}
