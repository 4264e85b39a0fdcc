export { FileNames, type NameStyle, nameStyleNote } from './file-names.ts';
