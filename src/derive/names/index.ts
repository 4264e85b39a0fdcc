export { folded } from './file-name.ts';
export { FileNames, type NameStyle, nameStyleNote } from './file-names.ts';
