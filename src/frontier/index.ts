export { allowedAddress, forbiddenAddress, isLoopback, isPublicAddress, publicLookup } from './addresses.ts';
export { type Clock, type HostManners, Manners, mannersLimits, parseRetryAfter } from './manners.ts';
export { maxUrlLength, normalizeUrl, withoutFragment } from './normalize.ts';
export { parseRobots, productToken, type Robots, robotsFor } from './robots.ts';
export { type RobotsAnswer, type RobotsFetch, RobotsGate } from './robots-gate.ts';
export { makeScope, type Scope, type ScopeVerdict } from './scope.ts';
export * from './sessions.ts';
export { type UnsafeSigns, unsafeWord } from './unsafe.ts';
