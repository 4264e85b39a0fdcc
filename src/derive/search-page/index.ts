export { writeSearchPage } from './write.ts';
