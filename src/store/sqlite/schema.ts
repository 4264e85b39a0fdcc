/**
 * Format 1. Every key starts with the site, so that stores can be split by site.
 *
 * Words (`status`, `reason`, `kind`, `scope`) are numbers, see codes.ts: status 0 is queued, 1 kept.
 *
 * `transitions`, `instructions` and `contents` keep the number they were written with; a merge is one entry
 * in `pages.merged_into`, which always names a page that is not merged itself, and is followed when reading.
 * Rewriting them instead would need an index by target, and a page with 40 links would then touch 40 places
 * of that index in every commit (measured: 66 database pages per commit instead of 28).
 *
 * `transitions` repeats instruction texts instead of pointing to a table of texts: rows of one page then
 * lie side by side, and a commit touches two or three database pages where looking texts up by hash would
 * touch one per new text.
 *
 * `blobs` live in the database, not in files, so that a page and its document are one transaction: no
 * moment exists at which one is there without the other, and nothing has to be swept up after a crash.
 * Their table keeps its row ids, since keys are random and bodies large: bodies are appended, and only
 * the 32-byte names are sorted in.
 */
export const firstSchema = `
CREATE TABLE sites (
  site        INTEGER PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE,
  seeds       TEXT NOT NULL,
  settings    TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  finished_at TEXT,
  next_number INTEGER NOT NULL,
  totals      TEXT NOT NULL
) STRICT;

CREATE TABLE pages (
  site          INTEGER NOT NULL,
  number        INTEGER NOT NULL,
  status        INTEGER NOT NULL,
  url           TEXT,
  source        INTEGER,
  ord           INTEGER,
  document      INTEGER NOT NULL,
  depth         INTEGER NOT NULL,
  attempts      INTEGER NOT NULL,
  merged_into   INTEGER,
  error_code    TEXT,
  error_message TEXT,
  fingerprint   TEXT,
  address       TEXT,
  title         TEXT,
  lang          TEXT,
  http_status   INTEGER,
  content_type  TEXT,
  last_modified TEXT,
  captured_at   TEXT,
  blob          BLOB,
  PRIMARY KEY (site, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX pages_by_status ON pages (site, status, number);
CREATE INDEX pages_by_document ON pages (site, document, status, number);
CREATE INDEX pages_waiting ON pages (site, document, source) WHERE status = 0 AND source IS NOT NULL;
CREATE INDEX pages_by_merge ON pages (site, merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE transitions (
  site        INTEGER NOT NULL,
  source      INTEGER NOT NULL,
  ord         INTEGER NOT NULL,
  target      INTEGER,
  reason      INTEGER NOT NULL,
  element_id  TEXT,
  xpath       TEXT NOT NULL,
  event       TEXT NOT NULL,
  label       TEXT NOT NULL,
  kind        INTEGER NOT NULL,
  scope       INTEGER NOT NULL,
  text        TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  PRIMARY KEY (site, source, ord)
) STRICT, WITHOUT ROWID;

CREATE TABLE instructions (
  site        INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  number      INTEGER NOT NULL,
  PRIMARY KEY (site, fingerprint)
) STRICT, WITHOUT ROWID;

CREATE TABLE contents (
  site        INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  number      INTEGER NOT NULL,
  PRIMARY KEY (site, fingerprint)
) STRICT, WITHOUT ROWID;

CREATE TABLE blobs (
  site  INTEGER NOT NULL,
  name  BLOB NOT NULL,
  codec INTEGER NOT NULL,
  body  BLOB NOT NULL,
  PRIMARY KEY (site, name)
) STRICT;

CREATE TABLE resources (
  site         INTEGER NOT NULL,
  url          TEXT NOT NULL,
  status       INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  blob         BLOB NOT NULL,
  PRIMARY KEY (site, url)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
  site  INTEGER NOT NULL,
  key   TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (site, key)
) STRICT, WITHOUT ROWID;
`;

/** Format 2: what an action chooses, types or presses. */
export const actionValues = 'ALTER TABLE transitions ADD COLUMN value TEXT';

/** Format 3: what type a page is of. */
export const pageTypes = 'ALTER TABLE pages ADD COLUMN type TEXT';

/** Format 4: what a server is told when it is asked whether a page has changed, and what its body was. */
export const pageValidators = `
ALTER TABLE pages ADD COLUMN etag TEXT;
ALTER TABLE pages ADD COLUMN fresh_until TEXT;
ALTER TABLE pages ADD COLUMN body_print TEXT;
`;

/** Format 5: what hooks have noted on a page, as a JSON list. */
export const pageTags = 'ALTER TABLE pages ADD COLUMN tags TEXT';

/**
 * Format 6: waiting addresses by host, so that a crawl of many hosts takes from each without reading the
 * others, and the page on which an address was found. An address is a document of its own, so the index by
 * document holds states alone.
 */
export const hostQueues = `
ALTER TABLE pages ADD COLUMN host TEXT;
ALTER TABLE pages ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pages ADD COLUMN found_on INTEGER;
UPDATE pages SET host = substr(url, instr(url, '://') + 3,
  instr(substr(url, instr(url, '://') + 3) || '/', '/') - 1) WHERE source IS NULL AND url IS NOT NULL;
DROP INDEX pages_by_document;
CREATE INDEX pages_by_document ON pages (site, document, status, number) WHERE source IS NOT NULL;
CREATE INDEX pages_by_host ON pages (site, host, priority DESC, number) WHERE status = 0 AND host IS NOT NULL;
`;

/** Pages whose blob is what the server sent, and the encoding of that. */
export const sentPages = 'ALTER TABLE pages ADD COLUMN charset TEXT';

/** What pages say about their links, as JSON without what is absent. */
export const linkMeta = 'ALTER TABLE transitions ADD COLUMN meta TEXT';

/** Dates of pages, and who said them. */
export const pageDates = `
ALTER TABLE pages ADD COLUMN dated TEXT;
ALTER TABLE pages ADD COLUMN dated_by TEXT;
`;

/** How much pages have to do with the topic of the crawl. */
export const pageRelevance = 'ALTER TABLE pages ADD COLUMN relevance REAL';

/**
 * What pages were before, what their visits have shown, and which answers of the site they were made from. The
 * content that a page has now is in its own row: a crawl that never goes back writes no version and no visit.
 */
export const pageHistory = `
CREATE TABLE versions (
  site          INTEGER NOT NULL,
  page          INTEGER NOT NULL,
  version       INTEGER NOT NULL,
  fingerprint   TEXT NOT NULL,
  title         TEXT NOT NULL,
  address       TEXT NOT NULL,
  http_status   INTEGER NOT NULL,
  content_type  TEXT NOT NULL,
  charset       TEXT,
  last_modified TEXT,
  captured_at   TEXT NOT NULL,
  blob          BLOB NOT NULL,
  PRIMARY KEY (site, page, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE visits (
  site       INTEGER NOT NULL,
  page       INTEGER NOT NULL,
  first_seen TEXT NOT NULL,
  last_seen  TEXT NOT NULL,
  checks     INTEGER NOT NULL,
  changes    INTEGER NOT NULL,
  changed_at TEXT,
  quiet      REAL NOT NULL,
  dated      REAL NOT NULL,
  stirs      TEXT NOT NULL,
  gone_at    TEXT,
  PRIMARY KEY (site, page)
) STRICT, WITHOUT ROWID;

CREATE TABLE inputs (
  site          INTEGER NOT NULL,
  page          INTEGER NOT NULL,
  method        TEXT NOT NULL,
  url           TEXT NOT NULL,
  kind          TEXT NOT NULL,
  answered      TEXT,
  print         TEXT,
  etag          TEXT,
  last_modified TEXT,
  PRIMARY KEY (site, page, method, url)
) STRICT, WITHOUT ROWID;
`;

/** Rules of templates, every version of them. */
export const templateRules = `
CREATE TABLE rules (
  site     INTEGER NOT NULL,
  domain   TEXT NOT NULL,
  template TEXT NOT NULL,
  version  INTEGER NOT NULL,
  saved_at TEXT NOT NULL,
  text     TEXT NOT NULL,
  PRIMARY KEY (site, domain, template, version)
) STRICT, WITHOUT ROWID;
`;

/**
 * The index of search. A trigger notes which pages have come, changed or gone, in the transaction that did it: no
 * page is ever kept without waiting for the index, whoever wrote it and whatever happened then. Words are filed
 * later, since which of them are the frame of the site only shows when there are pages to compare; and filing them
 * within each commit would more than double what a page costs that is gathered without a browser (measured: 1.2 ms of
 * processor for the index of a made page, 0.7 for all else).
 *
 * The tokenizer of SQLite parts at blanks alone: `ascii` takes all that is not ASCII for letters. `search_words`
 * keeps no texts; what answers show comes from `search_pages`.
 */
export const searchIndex = `
CREATE TABLE search_queue (
  site   INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (site, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER pages_to_search AFTER UPDATE OF status, blob ON pages
WHEN (new.status = 1 OR old.status = 1) AND (new.status <> old.status OR new.blob IS NOT old.blob)
BEGIN
  INSERT OR IGNORE INTO search_queue (site, number) VALUES (new.site, new.number);
END;
INSERT INTO search_queue (site, number) SELECT site, number FROM pages WHERE status = 1;

CREATE TABLE search_pages (
  id       INTEGER PRIMARY KEY,
  site     INTEGER NOT NULL,
  number   INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  grp      INTEGER NOT NULL,
  document INTEGER NOT NULL,
  shown    TEXT NOT NULL,
  host     TEXT NOT NULL,
  type     TEXT,
  title    TEXT NOT NULL,
  depth    INTEGER NOT NULL,
  inlinks  INTEGER NOT NULL DEFAULT 0,
  filed    INTEGER NOT NULL,
  codec    INTEGER NOT NULL,
  text     BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX search_pages_by_number ON search_pages (site, number);
CREATE INDEX search_pages_by_group ON search_pages (site, grp) WHERE grp <> number;
CREATE INDEX search_pages_by_document ON search_pages (site, document, shown) WHERE document <> number;
CREATE INDEX search_pages_by_host ON search_pages (site, host, number) WHERE grp = number AND kind = 'page';
CREATE INDEX search_pages_unfiled ON search_pages (site, number) WHERE filed = 0;

CREATE TABLE search_hosts (
  site    INTEGER NOT NULL,
  host    TEXT NOT NULL,
  changed INTEGER NOT NULL,
  pages   INTEGER,
  prints  TEXT,
  texts   TEXT,
  PRIMARY KEY (site, host)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE search_words USING fts5(title, find, words, url, content = '', contentless_delete = 1, tokenize = 'ascii');
CREATE VIRTUAL TABLE search_tokens USING fts5vocab(search_words, col);

CREATE TABLE search_records (
  id   INTEGER PRIMARY KEY,
  site INTEGER NOT NULL,
  page INTEGER,
  type TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX search_records_by_site ON search_records (site, type);
CREATE TABLE search_values (
  record INTEGER NOT NULL,
  nth    INTEGER NOT NULL,
  field  TEXT NOT NULL,
  text   TEXT NOT NULL,
  plain  TEXT NOT NULL,
  tokens TEXT NOT NULL,
  number REAL,
  PRIMARY KEY (record, nth)
) STRICT, WITHOUT ROWID;
CREATE INDEX search_values_by_number ON search_values (field, number) WHERE number IS NOT NULL;
CREATE INDEX search_values_by_text ON search_values (field, plain);
CREATE VIRTUAL TABLE search_record_words USING fts5(title, find, words, url, content = '', contentless_delete = 1, tokenize = 'ascii');
`;

/**
 * Lists of tokens in segments (`search/segment.ts`) instead of FTS5, so that this store and PostgreSQL find and rank
 * alike. A segment is written once; pages of it that are gone or filed anew are noted, and it goes with its last page.
 * Texts are kept as they were: their words are filed anew when somebody searches.
 */
export const searchLists = `
DROP TABLE search_tokens;
DROP TABLE search_words;
DROP TABLE search_record_words;
DROP TABLE search_values;
DROP TABLE search_records;
DELETE FROM notes WHERE key = 'search records';
ALTER TABLE search_pages DROP COLUMN inlinks;
UPDATE search_pages SET filed = 0;

CREATE TABLE search_segments (
  site    INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  source  TEXT NOT NULL,
  tokens  INTEGER NOT NULL,
  count   INTEGER NOT NULL,
  live    INTEGER NOT NULL,
  pages   BLOB NOT NULL,
  PRIMARY KEY (site, segment)
) STRICT;
CREATE TABLE search_blocks (
  site    INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  first   BLOB NOT NULL,
  data    BLOB NOT NULL,
  PRIMARY KEY (site, segment, first)
) STRICT;
CREATE TABLE search_filed (
  site    INTEGER NOT NULL,
  number  INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  PRIMARY KEY (site, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE search_gone (
  site    INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  number  INTEGER NOT NULL,
  PRIMARY KEY (site, segment, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE search_inlinks (
  site   INTEGER PRIMARY KEY,
  counts BLOB NOT NULL
) STRICT;

CREATE TABLE search_records (
  site INTEGER NOT NULL,
  id   INTEGER NOT NULL,
  type TEXT NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (site, id)
) STRICT;
CREATE TABLE search_values (
  site   INTEGER NOT NULL,
  record INTEGER NOT NULL,
  nth    INTEGER NOT NULL,
  field  TEXT NOT NULL,
  text   TEXT NOT NULL,
  plain  TEXT NOT NULL,
  tokens TEXT NOT NULL,
  number REAL,
  PRIMARY KEY (site, record, nth)
) STRICT, WITHOUT ROWID;
`;
