import { maxNesting } from '../../html/tree.ts';

/** How much of an FTP server's time and bytes is put up with. Times are milliseconds. */
export interface FtpLimits {
  /** Bytes of one file; larger ones are not begun. */
  readonly body: number;
  readonly connect: number;
  /** Without an answer, and between any two pieces of a transfer. */
  readonly idle: number;
  /** One listing or file from its start to its end, resumed transfers included. */
  readonly total: number;
  /** Times that a broken transfer is taken up again where it broke. */
  readonly resumes: number;
  /** Folders inside one another: deeper ones are links that lead back. */
  readonly folders: number;
  /** Open elements at one place of an HTML file. */
  readonly nesting: number;
}

/** The documented defaults. */
export const ftpLimits: FtpLimits = {
  body: 32 * 1024 * 1024,
  connect: 10_000,
  idle: 20_000,
  total: 300_000,
  resumes: 3,
  folders: 32,
  nesting: maxNesting,
};
