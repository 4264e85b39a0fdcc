import { writeText } from '../../derive/index.ts';
import { type ExtractSession, extractReport } from '../../extract/index.ts';

/** Writes the report of a session, beside its place and then into it. */
export function writeExtractReport(file: string, domain: string, session: ExtractSession): Promise<void> {
  return writeText(file, (text) => text.add(extractReport(domain, session)));
}
