/** Who said when a page was written or last changed. */
export type DateSource = 'modified' | 'published' | 'sitemap' | 'header' | 'time';

/** When a page was written or last changed, as far as anybody says. */
export interface PageDate {
  /** ISO 8601. */
  readonly moment: string;
  readonly source: DateSource;
}
