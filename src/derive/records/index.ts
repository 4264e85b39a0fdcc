export { type RecordSet, type RecordSink, writeRecords } from './write.ts';
