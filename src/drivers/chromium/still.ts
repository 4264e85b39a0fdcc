/**
 * Whether a document may run no script at all, by its `Content-Security-Policy` (`sandbox`), as servers of other
 * people's files send it: timers and promises do not run in it either, so it is read in one call.
 */
export function isStill(policies: string): boolean {
  return policies.split(/[,\n]/).some((policy) => {
    const sandbox = policy.split(';').find((directive) => /^\s*sandbox(?:\s|$)/i.test(directive));
    return sandbox !== undefined && !/\sallow-scripts(?:\s|$)/i.test(sandbox);
  });
}
