export { folded } from './file-name.ts';
export { FileNames, type NameStyle, nameStyleNote, possibleNames } from './file-names.ts';
