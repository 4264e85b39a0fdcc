/**
 * Loaded before a crawl (`--import`), it has browsers go past the proxy: only by this can be measured what the proxy
 * costs. The program itself has no switch for that.
 */
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/src/drivers/chromium/launch.ts')) return loaded;
    const source = String(loaded.source);
    const direct = source.replaceAll('options.proxy', '(null as LaunchOptions["proxy"])');
    if (direct === source) throw new Error('launch.ts does not read options.proxy any more');
    return { ...loaded, source: direct };
  },
});
