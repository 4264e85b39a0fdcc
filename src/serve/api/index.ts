/** Every route of the API; what the application uses is here, and nothing else. */
import type { Route } from '../route.ts';
import { crawlRoutes } from './crawls.ts';
import { failureRoutes } from './failures.ts';
import { graphRoutes } from './graph.ts';
import { historyRoutes } from './history.ts';
import { liveRoutes } from './live.ts';
import { metricsRoutes } from './metrics.ts';
import { modelRoutes } from './models.ts';
import { optionRoutes } from './options.ts';
import { pagePartRoutes } from './page-parts.ts';
import { pageRoutes } from './pages.ts';
import { recordRoutes } from './records.ts';
import { rulesRoutes } from './rules.ts';
import { searchRoutes } from './search.ts';
import { workerRoutes } from './workers.ts';

/** All routes, in the order of the description. */
export const apiRoutes: readonly Route[] = [
  ...crawlRoutes,
  ...optionRoutes,
  ...liveRoutes,
  ...failureRoutes,
  ...workerRoutes,
  ...graphRoutes,
  ...recordRoutes,
  ...rulesRoutes,
  ...modelRoutes,
  ...pageRoutes,
  ...pagePartRoutes,
  ...historyRoutes,
  ...searchRoutes,
  ...metricsRoutes,
];
