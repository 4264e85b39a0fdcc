/**
 * Settings of a writer's connection.
 *
 * `synchronous = NORMAL` leaves it to `Durability` to wait for the disk after each commit. The log is
 * emptied every 16 MiB and its file cut back to that size.
 */
export const writerSettings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 4096;
  PRAGMA journal_size_limit = 16777216;
  PRAGMA cache_size = -16384;
`;
