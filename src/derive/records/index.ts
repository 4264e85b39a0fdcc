export { RecordLedger } from './ledger.ts';
export { recordsIn } from './lines.ts';
export { quotedName } from './tables.ts';
export { type RecordSet, type RecordSink, type WrittenRecords, writeRecords } from './write.ts';
