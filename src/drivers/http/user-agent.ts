import { version } from '../../config/version.ts';
import { productToken } from '../../frontier/robots.ts';

/** Name and version, as in user agents. */
export const productName = `${productToken}/${version()}`;

/** How the crawler names itself where `--user-agent` says nothing else; begins with its robots.txt token. */
export const defaultUserAgent = `${productName} (compatible; crawler)`;
