/** Loaded before the tests: hundreds of processes read the same sources, and each is compiled once. */
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Those that the tests start read it from their environment.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
enableCompileCache();
