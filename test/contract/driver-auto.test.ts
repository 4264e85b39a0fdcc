import { defaultSettings } from '../../src/config/index.ts';
import { chromiumDriver } from '../../src/drivers/chromium/index.ts';
import { httpDriver } from '../../src/drivers/http/index.ts';
import { autoDriver, EngineChoice } from '../../src/learn/index.ts';
import { driverContract } from './driver.ts';

driverContract('automatic', async (seed) => {
  const settings = defaultSettings([seed]);
  const http = httpDriver(settings);
  const permit = async () => {};
  return autoDriver({
    http,
    browser: () => chromiumDriver(settings, { permit, sink: null, fetch: http.fetch }),
    choice: new EngineChoice({ unsafe: false, tell: () => {} }),
    always: false,
    turn: permit,
    sieve: null,
    reopen: async () => 0,
    keep: async () => {},
  });
});
