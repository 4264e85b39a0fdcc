import { ownPages } from './own-pages.ts';
import { ownSites } from './own-sites.ts';
import { publicSites } from './public-sites.ts';
import type { Suite } from './suite.ts';
import { widgetPages } from './widget-pages.ts';

/** Every suite of the benchmark. */
export const suites: readonly Suite[] = [...publicSites, ...ownPages, ...widgetPages, ...ownSites];
