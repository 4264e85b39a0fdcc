export { storedDocument } from '../drivers/http/page/stored.ts';
