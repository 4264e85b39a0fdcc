const words: Readonly<Record<string, string>> = {
  queued: 'will be visited: its instruction is new',
  fired: 'fired',
  known: 'not fired: its instruction is known',
  unchanged: 'fired, and nothing changed',
  shown: 'fired, and showed only what other pages show',
  same: 'fired, and changed nothing that counts as content',
  returns: 'not fired: leads back',
  hidden: 'not fired: its element is hidden or covered here, and is seen elsewhere',
  endless: 'not fired: goes on for ever (--chain sets how far)',
  unwanted: 'not fired: nothing wanted is known behind it',
  offsite: 'not followed: off the site',
  unsafe: 'not fired: looks like it changes the site (--unsafe fires it)',
  robots: 'not followed: robots.txt forbids it',
  excluded: 'not followed: excluded',
  depth: 'not followed: deeper than --depth',
  irrelevant: 'not followed: too little to do with the topic',
  dropped: 'not followed: a hook has dropped it',
  file: 'opened: a file, not a page',
  failed: 'failed',
  suspended: 'not fired: its kind has led nowhere (--thorough 1 fires it)',
};

/** Why an action was fired or not, in words; an unknown reason is told as it came. */
export function reasonText(reason: string): string {
  return words[reason] ?? reason;
}
