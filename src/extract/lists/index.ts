export { listColumns, wholeColumn } from './columns.ts';
export { isInFrame } from './frame.ts';
export { contentText, isOfRecords, ownText, textsIn } from './item-texts.ts';
export { type MainList, mainListOf } from './main.ts';
export { nameInItem, namesInItems } from './names.ts';
export { findRecords, type RecordList } from './records.ts';
