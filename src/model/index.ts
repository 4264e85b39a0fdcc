export * from './capture.ts';
export * from './document.ts';
export * from './driver.ts';
export * from './errors.ts';
export * from './page.ts';
export * from './progress.ts';
export * from './store.ts';
export * from './summary.ts';
