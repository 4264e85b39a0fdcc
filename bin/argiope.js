#!/usr/bin/env node
// biome-ignore-all lint/style/useNodejsImportProtocol: an old Node, which is to read this, has no node: names
/*
 * The launcher. It is CommonJS (see package.json beside it) in words that every Node since 12 can read,
 * so that an old one gets one clear line. It alone ends the process.
 */
'use strict';

const { existsSync } = require('fs');
const { join } = require('path');

const needed = 24;
/** A checkout brings its own Node as a development dependency. */
const ownNode = join(__dirname, '..', 'node_modules', 'node', 'bin', 'node');

if (Number.parseInt(process.versions.node, 10) >= needed) start();
else if (existsSync(ownNode)) passOn();
else refuse();

function refuse() {
  process.stderr.write(
    `Argiope needs Node ${needed} or newer; this is ${process.version}. ` +
      `Install it from nodejs.org or run \`npx -p node@${needed} -p argiope argiope …\`\n`,
  );
  process.exitCode = 2;
}

/** Runs the same command line with the checkout's own Node and ends as it ends. */
function passOn() {
  const { spawn } = require('child_process');
  const child = spawn(ownNode, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', refuse);
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function start() {
  // What was compiled at an earlier start is kept in the folder for temporary files: half of a short command's time.
  require('module').enableCompileCache();
  holdHeap();
  hushSqlite();
  // A reader that went away (`| head`) is no error.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const source = join(__dirname, '..', 'src', 'cli', 'main.ts');
  const built = join(__dirname, '..', 'dist', 'cli.js');
  // Node does not strip types below node_modules: an installed package has the built file only.
  const main = existsSync(source) ? source : built;
  import(require('url').pathToFileURL(main).href)
    .then((cli) => cli.run(process.argv.slice(2), cli.processIo(), () => cli.loadEngine(boundNursery)))
    .then(end, (error) => {
      process.stderr.write(`argiope: cannot start: ${error.stack}\n`);
      end(1);
    });
}

/** Ends once everything written has left; what is still under way (a second Ctrl-C) is given up. */
function end(code) {
  // One more Ctrl-C changes nothing about what is told.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

/**
 * Modules stay once they are loaded. V8 would take that for a sign that young objects live long, and grow the space
 * for these to its most before the first page is seen. And where little lives long it would let the rest grow to
 * several times that before it looks for what is dead, bodies of answers among it: half more is enough.
 */
function holdHeap() {
  const v8 = require('v8');
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  v8.setFlagsFromString('--heap-growing-percent=50');
}

let isNurseryBound = false;

/** Bytes of the space for young objects that are enough, both of its halves together. */
const enough = 16 << 20;

/**
 * Pages come and go by the thousand, and V8 answers by growing the space for young objects to many times
 * what they need. It is made large enough and then stays as it is, so that the memory of a long crawl is flat. What V8
 * took back in a pause is made large again once there is something to do. It is not left to grow by itself
 * meanwhile: where one large page keeps this thread from looking, that ended at 123 MiB.
 */
function boundNursery() {
  if (isNurseryBound) return;
  isNurseryBound = true;
  const { performance } = require('perf_hooks');
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, before).utilization > 1 / 4) growNursery();
    before = now;
  }, 250);
  timer.unref();
}

/** V8 grows it when much of what is in it lives on: here for as long as that takes, and no longer. */
function growNursery() {
  const v8 = require('v8');
  const isSmall = () =>
    v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size < enough;
  if (!isSmall()) return;
  v8.setFlagsFromString('--semi-space-growth-factor=2');
  const living = [];
  while (living.length < 40 && isSmall())
    living.push(Array.from({ length: 10_000 }, (_, number) => ({ number })));
  v8.setFlagsFromString('--semi-space-growth-factor=1');
}

/** Node calls its SQLite experimental at every start; users can do nothing about it. */
function hushSqlite() {
  const warn = process.emitWarning;
  process.emitWarning = (warning, ...more) => {
    if (!String(warning).startsWith('SQLite is an experimental')) warn.call(process, warning, ...more);
  };
}
