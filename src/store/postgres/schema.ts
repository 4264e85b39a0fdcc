/**
 * Format 1: the tables of the SQLite store (see there for what each is), with what only this store needs.
 *
 * Every key starts with the site, so that stores can be split by site. Texts are compared by their bytes, as SQLite
 * does. Keys hold no text that may be long, since an entry of an index has room for 2,704 bytes: addresses of files
 * and inputs are known by their digests, and listed by their beginnings.
 */
export const mainTables = `
CREATE TABLE sites (
  site        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name        text COLLATE "C" NOT NULL UNIQUE,
  seeds       text COLLATE "C" NOT NULL,
  settings    text COLLATE "C" NOT NULL,
  created_at  text COLLATE "C" NOT NULL,
  finished_at text COLLATE "C",
  next_number int NOT NULL,
  totals      text COLLATE "C" NOT NULL
);

CREATE TABLE pages (
  site          int NOT NULL,
  number        int NOT NULL,
  status        smallint NOT NULL,
  priority      int NOT NULL,
  source        int,
  ord           int,
  document      int NOT NULL,
  depth         int NOT NULL,
  attempts      int NOT NULL,
  found_on      int,
  merged_into   int,
  http_status   int,
  relevance     float8,
  url           text COLLATE "C",
  host          text COLLATE "C",
  error_code    text COLLATE "C",
  error_message text COLLATE "C",
  fingerprint   text COLLATE "C",
  address       text COLLATE "C",
  title         text COLLATE "C",
  lang          text COLLATE "C",
  content_type  text COLLATE "C",
  last_modified text COLLATE "C",
  etag          text COLLATE "C",
  fresh_until   text COLLATE "C",
  body_print    text COLLATE "C",
  tags          text COLLATE "C",
  type          text COLLATE "C",
  captured_at   text COLLATE "C",
  charset       text COLLATE "C",
  dated         text COLLATE "C",
  dated_by      text COLLATE "C",
  blob          bytea,
  PRIMARY KEY (site, number)
);
CREATE INDEX pages_by_status ON pages (site, status, number);
CREATE INDEX pages_by_document ON pages (site, document, status, number) WHERE source IS NOT NULL;
CREATE INDEX pages_waiting ON pages (site, document) WHERE status = 0 AND source IS NOT NULL;
CREATE INDEX pages_by_merge ON pages (site, merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX pages_by_host ON pages (site, host, priority DESC, number) WHERE status = 0 AND host IS NOT NULL;

CREATE TABLE transitions (
  site        int NOT NULL,
  source      int NOT NULL,
  ord         int NOT NULL,
  target      int,
  reason      smallint NOT NULL,
  kind        smallint NOT NULL,
  scope       smallint NOT NULL,
  element_id  text COLLATE "C",
  xpath       text COLLATE "C" NOT NULL,
  event       text COLLATE "C" NOT NULL,
  value       text COLLATE "C",
  label       text COLLATE "C" NOT NULL,
  text        text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  meta        text COLLATE "C",
  PRIMARY KEY (site, source, ord)
);

CREATE TABLE instructions (
  site        int NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  number      int NOT NULL,
  PRIMARY KEY (site, fingerprint)
);

CREATE TABLE contents (
  site        int NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  number      int NOT NULL,
  PRIMARY KEY (site, fingerprint)
);

CREATE TABLE blobs (
  site  int NOT NULL,
  name  bytea NOT NULL,
  codec smallint NOT NULL,
  body  bytea NOT NULL,
  PRIMARY KEY (site, name)
);
ALTER TABLE blobs ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE resources (
  site         int NOT NULL,
  name         bytea NOT NULL,
  url          text COLLATE "C" NOT NULL,
  status       int NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  blob         bytea NOT NULL,
  PRIMARY KEY (site, name)
);
CREATE INDEX resources_by_url ON resources (site, left(url, 500));

CREATE TABLE notes (
  site  int NOT NULL,
  key   text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  PRIMARY KEY (site, key)
);

CREATE TABLE versions (
  site          int NOT NULL,
  page          int NOT NULL,
  version       int NOT NULL,
  http_status   int NOT NULL,
  fingerprint   text COLLATE "C" NOT NULL,
  title         text COLLATE "C" NOT NULL,
  address       text COLLATE "C" NOT NULL,
  content_type  text COLLATE "C" NOT NULL,
  charset       text COLLATE "C",
  last_modified text COLLATE "C",
  captured_at   text COLLATE "C" NOT NULL,
  blob          bytea NOT NULL,
  PRIMARY KEY (site, page, version)
);

CREATE TABLE visits (
  site       int NOT NULL,
  page       int NOT NULL,
  checks     int NOT NULL,
  changes    int NOT NULL,
  quiet      float8 NOT NULL,
  dated      float8 NOT NULL,
  first_seen text COLLATE "C" NOT NULL,
  last_seen  text COLLATE "C" NOT NULL,
  changed_at text COLLATE "C",
  stirs      text COLLATE "C" NOT NULL,
  gone_at    text COLLATE "C",
  PRIMARY KEY (site, page)
);

CREATE TABLE inputs (
  site          int NOT NULL,
  page          int NOT NULL,
  nth           int NOT NULL,
  method        text COLLATE "C" NOT NULL,
  url           text COLLATE "C" NOT NULL,
  kind          text COLLATE "C" NOT NULL,
  answered      text COLLATE "C",
  print         text COLLATE "C",
  etag          text COLLATE "C",
  last_modified text COLLATE "C",
  PRIMARY KEY (site, page, nth)
);

CREATE TABLE rules (
  site     int NOT NULL,
  domain   text COLLATE "C" NOT NULL,
  template text COLLATE "C" NOT NULL,
  version  int NOT NULL,
  saved_at text COLLATE "C" NOT NULL,
  text     text COLLATE "C" NOT NULL,
  PRIMARY KEY (site, domain, template, version)
);
`;

/**
 * The index of search. Words are vectors of tokens with their places, made by the tokenizer of `search/`: class A
 * are those of the title, B those of the text, C words of scripts without blanks, D those of the address. A vector
 * keeps 256 places of a token and counts to 16,383, so the text of a page stands in several, by parts.
 */
export const searchTables = `
CREATE TABLE search_queue (
  site   int NOT NULL,
  number int NOT NULL,
  PRIMARY KEY (site, number)
);
CREATE FUNCTION note_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_queue (site, number) VALUES (new.site, new.number) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER pages_to_search AFTER UPDATE OF status, blob ON pages FOR EACH ROW
WHEN ((new.status = 1 OR old.status = 1)
  AND (new.status <> old.status OR new.blob IS DISTINCT FROM old.blob))
EXECUTE FUNCTION note_for_search();

CREATE TABLE search_pages (
  site     int NOT NULL,
  number   int NOT NULL,
  grp      int NOT NULL,
  document int NOT NULL,
  depth    int NOT NULL,
  inlinks  int NOT NULL DEFAULT 0,
  filed    boolean NOT NULL,
  codec    smallint NOT NULL,
  kind     text COLLATE "C" NOT NULL,
  shown    text COLLATE "C" NOT NULL,
  host     text COLLATE "C" NOT NULL,
  type     text COLLATE "C",
  title    text COLLATE "C" NOT NULL,
  text     bytea NOT NULL,
  PRIMARY KEY (site, number)
);
ALTER TABLE search_pages ALTER COLUMN text SET STORAGE EXTERNAL;
CREATE INDEX search_pages_by_group ON search_pages (site, grp) WHERE grp <> number;
CREATE INDEX search_pages_by_document ON search_pages (site, document, number) WHERE document <> number;
CREATE INDEX search_pages_by_host ON search_pages (site, host, number) WHERE grp = number AND kind = 'page';
CREATE INDEX search_pages_unfiled ON search_pages (site, number) WHERE NOT filed;

CREATE TABLE search_hosts (
  site    int NOT NULL,
  host    text COLLATE "C" NOT NULL,
  changed int NOT NULL,
  pages   int,
  prints  text COLLATE "C",
  texts   text COLLATE "C",
  PRIMARY KEY (site, host)
);

CREATE TABLE search_words (
  site   int NOT NULL,
  number int NOT NULL,
  part   int NOT NULL,
  words  tsvector NOT NULL,
  PRIMARY KEY (site, number, part)
);
CREATE INDEX search_words_by_token ON search_words USING gin (words);

CREATE TABLE search_records (
  id    bigint GENERATED ALWAYS AS IDENTITY,
  site  int NOT NULL,
  page  int,
  type  text COLLATE "C" NOT NULL,
  json  text COLLATE "C" NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (site, id)
);
CREATE INDEX search_records_by_token ON search_records USING gin (words);
CREATE TABLE search_values (
  site   int NOT NULL,
  record bigint NOT NULL,
  nth    int NOT NULL,
  field  text COLLATE "C" NOT NULL,
  text   text COLLATE "C" NOT NULL,
  plain  text COLLATE "C" NOT NULL,
  tokens text COLLATE "C" NOT NULL,
  number float8,
  PRIMARY KEY (site, record, nth)
);
`;

/**
 * Format 2: a crawl that workers share. `hosts` says who has addresses waiting and when each may be asked next, by
 * the clock of the server; `leases` who has them. They are two tables because a commit locks its own leases first
 * and the hosts that it found addresses of last: in one table, two workers could wait for each other.
 */
export const sharingTables = `
ALTER TABLE sites ADD COLUMN shared text COLLATE "C";
ALTER TABLE sites ADD COLUMN epoch bigint NOT NULL DEFAULT 0;

CREATE TABLE hosts (
  site    int NOT NULL,
  host    text COLLATE "C" NOT NULL,
  open    boolean NOT NULL,
  ready   timestamptz NOT NULL DEFAULT '-infinity',
  learned text COLLATE "C",
  PRIMARY KEY (site, host)
);
CREATE INDEX hosts_open ON hosts (site, host) WHERE open;

CREATE TABLE leases (
  site    int NOT NULL,
  host    text COLLATE "C" NOT NULL,
  token   bigint NOT NULL DEFAULT 0,
  worker  int,
  expires timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (site, host)
);
CREATE INDEX leases_by_worker ON leases (site, worker) WHERE worker IS NOT NULL;

CREATE TABLE workers (
  site     int NOT NULL,
  worker   int GENERATED ALWAYS AS IDENTITY,
  name     text COLLATE "C" NOT NULL,
  joined   timestamptz NOT NULL,
  seen     timestamptz NOT NULL,
  gone     timestamptz,
  pages    int NOT NULL DEFAULT 0,
  requests int NOT NULL DEFAULT 0,
  rate     float8 NOT NULL DEFAULT 0,
  hungry   boolean NOT NULL DEFAULT false,
  totals   text COLLATE "C" NOT NULL,
  PRIMARY KEY (site, worker)
);
`;

/**
 * Format 3: lists of tokens in segments (`search/segment.ts`) instead of vectors, so that this store and SQLite find
 * and rank alike; the tables are those of SQLite. Texts are kept as they were: their words are filed anew.
 */
export const listTables = `
DROP TABLE search_words;
DROP TABLE search_records;
DROP TABLE search_values;
DELETE FROM notes WHERE key = 'search records';
ALTER TABLE search_pages DROP COLUMN inlinks;
UPDATE search_pages SET filed = false;

CREATE TABLE search_segments (
  site    int NOT NULL,
  segment int NOT NULL,
  source  text COLLATE "C" NOT NULL,
  tokens  int NOT NULL,
  count   int NOT NULL,
  live    int NOT NULL,
  pages   bytea NOT NULL,
  PRIMARY KEY (site, segment)
);
CREATE TABLE search_blocks (
  site    int NOT NULL,
  segment int NOT NULL,
  first   bytea NOT NULL,
  data    bytea NOT NULL,
  PRIMARY KEY (site, segment, first)
);
ALTER TABLE search_blocks ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE TABLE search_filed (
  site    int NOT NULL,
  number  int NOT NULL,
  segment int NOT NULL,
  PRIMARY KEY (site, number)
);
CREATE TABLE search_gone (
  site    int NOT NULL,
  segment int NOT NULL,
  number  int NOT NULL,
  PRIMARY KEY (site, segment, number)
);
CREATE TABLE search_inlinks (
  site   int PRIMARY KEY,
  counts bytea NOT NULL
);

CREATE TABLE search_records (
  site int NOT NULL,
  id   int NOT NULL,
  type text COLLATE "C" NOT NULL,
  json text COLLATE "C" NOT NULL,
  PRIMARY KEY (site, id)
);
CREATE TABLE search_values (
  site   int NOT NULL,
  record int NOT NULL,
  nth    int NOT NULL,
  field  text COLLATE "C" NOT NULL,
  text   text COLLATE "C" NOT NULL,
  plain  text COLLATE "C" NOT NULL,
  tokens text COLLATE "C" NOT NULL,
  number float8,
  PRIMARY KEY (site, record, nth)
);
`;

/** Where blobs are that are not in the database: their rows have no body then. */
export const blobTables = `
CREATE TABLE blob_place (
  single  boolean PRIMARY KEY DEFAULT true CHECK (single),
  address text COLLATE "C" NOT NULL,
  owner   text COLLATE "C" NOT NULL
);
ALTER TABLE blobs ALTER COLUMN body DROP NOT NULL;
`;

/** Tables that are ours, for whoever removes a store. */
export const ownTables = [
  ...['sites', 'pages', 'transitions', 'instructions', 'contents', 'blobs', 'resources', 'notes'],
  ...['versions', 'visits', 'inputs', 'rules', 'search_queue', 'search_pages', 'search_hosts'],
  ...['search_segments', 'search_blocks', 'search_filed', 'search_gone', 'search_inlinks'],
  ...['search_records', 'search_values', 'argiope'],
  ...['hosts', 'leases', 'workers', 'blob_place'],
] as const;
