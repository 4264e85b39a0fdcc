export { type FtpDriver, type FtpSeams, ftpDriver } from './driver.ts';
export { type FtpLimits, ftpLimits } from './limits.ts';
