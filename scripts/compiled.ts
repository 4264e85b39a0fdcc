/** Loaded before the tests: hundreds of processes read the same sources, and each is compiled once. */
import { enableCompileCache } from 'node:module';

enableCompileCache();
