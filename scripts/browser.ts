/** Says which browser a run would use; fails where there is none, or where it is the one named second. */
import { findBrowser } from '../src/drivers/chromium/index.ts';

const [wanted = null, other] = process.argv.slice(2);
const { path, version } = await findBrowser({ path: wanted });
const same = other !== undefined && (await findBrowser({ path: other })).path === path;
if (same) process.exitCode = 1;
else console.log(`browser: ${version}, ${path}`);
