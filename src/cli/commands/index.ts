import type { Command } from '../command.ts';
import { crawlCommand } from './crawl.ts';
import { demoCommand } from './demo.ts';
import { exportCommand, graphCommand, mirrorCommand, sitemapCommand } from './derived.ts';
import { doctorCommand } from './doctor.ts';
import { extractCommand } from './extract.ts';
import { fingerprintCommand } from './fingerprint.ts';
import { historyCommand } from './history.ts';
import { linksCommand } from './links.ts';
import { recrawlCommand } from './recrawl.ts';
import { rulesCommand } from './rules.ts';
import { trainCommand } from './train.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  crawlCommand,
  recrawlCommand,
  historyCommand,
  trainCommand,
  extractCommand,
  rulesCommand,
  mirrorCommand,
  graphCommand,
  sitemapCommand,
  exportCommand,
  linksCommand,
  fingerprintCommand,
  demoCommand,
  doctorCommand,
];
