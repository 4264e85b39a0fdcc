export { type OriginalsReport, writeOriginals } from './write.ts';
