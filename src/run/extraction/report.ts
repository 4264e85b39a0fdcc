import type { ExtractedRecord, Session } from '../../extract/index.ts';

/** Writes the report of a session. */
export async function writeExtractReport(
  _file: string,
  _domain: string,
  _session: Session,
  _records: readonly ExtractedRecord[],
): Promise<void> {}
