export { findRecords, type RecordList } from './records.ts';
