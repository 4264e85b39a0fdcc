import type { Command } from '../command.ts';
import { crawlCommand } from './crawl.ts';
import { demoCommand } from './demo.ts';
import { exportCommand, graphCommand, mirrorCommand, sitemapCommand } from './derived.ts';
import { doctorCommand } from './doctor.ts';
import { extractCommand } from './extract.ts';
import { fingerprintCommand } from './fingerprint.ts';
import { formsCommand } from './forms.ts';
import { historyCommand } from './history.ts';
import { linksCommand } from './links.ts';
import { loginCommand } from './login.ts';
import { mcpCommand } from './mcp.ts';
import { openCommand } from './open.ts';
import { queryCommand } from './query.ts';
import { recrawlCommand } from './recrawl.ts';
import { rulesCommand } from './rules.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { statusCommand } from './status.ts';
import { sweepCommand } from './sweep.ts';
import { trainCommand } from './train.ts';
import { workerCommand } from './worker.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  crawlCommand,
  workerCommand,
  statusCommand,
  sweepCommand,
  recrawlCommand,
  historyCommand,
  trainCommand,
  extractCommand,
  rulesCommand,
  mirrorCommand,
  graphCommand,
  sitemapCommand,
  exportCommand,
  searchCommand,
  openCommand,
  mcpCommand,
  serveCommand,
  loginCommand,
  linksCommand,
  formsCommand,
  queryCommand,
  fingerprintCommand,
  demoCommand,
  doctorCommand,
];
