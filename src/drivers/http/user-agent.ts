import { readFileSync } from 'node:fs';
import { productToken } from '../../frontier/robots.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Name and version, as in user agents. */
export const productName = `${productToken}/${version}`;

/** How the crawler names itself where `--user-agent` says nothing else; begins with its robots.txt token. */
export const defaultUserAgent = `${productName} (compatible; crawler)`;
