import { httpDriver } from '../../src/drivers/http/index.ts';
import { driverContract } from './driver.ts';

driverContract('HTTP', async (seed) =>
  httpDriver({ seeds: [seed], proxy: null, workers: 2, userAgent: null, headers: {}, auth: null }),
);
