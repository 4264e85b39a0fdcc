export { columnsOf, wholeColumn } from './columns.ts';
export { type MainList, mainListOf } from './main.ts';
export { namesInItems } from './names.ts';
export { findRecords, type RecordList } from './records.ts';
export { isOfRecords, ownText, textsIn } from './sense.ts';
