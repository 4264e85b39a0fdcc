/** Loaded before an example: its packages are the sources here, and a stand-in for Crawlee, which is not installed. */
import { registerHooks } from 'node:module';

const places: Readonly<Record<string, string>> = {
  argiope: '../../src/index.ts',
  crawlee: './crawlee-stub.ts',
};

registerHooks({
  resolve(name, context, next) {
    const place = places[name];
    return next(place === undefined ? name : new URL(place, import.meta.url).href, context);
  },
});
