import { defaultSettings } from '../../src/config/index.ts';
import { chromiumDriver } from '../../src/drivers/chromium/index.ts';
import { httpDriver } from '../../src/drivers/http/index.ts';
import { driverContract } from './driver.ts';

driverContract('Chromium', async (seed) => {
  const settings = defaultSettings([seed]);
  const files = httpDriver(settings);
  const driver = await chromiumDriver(settings, {
    permit: async () => {},
    sink: null,
    fetch: (url) => files.fetch(url),
  });
  return {
    ...driver,
    close: async () => {
      await driver.close();
      await files.close();
    },
  };
});
