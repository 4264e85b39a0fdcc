/** What stands at an address that is no page but a file: a PDF, an image, an archive. */
export interface FoundFile {
  /** Media type without parameters; `application/octet-stream` where the server names none. */
  readonly contentType: string;
  /** Whether its body was dealt with where it was found: kept, not wanted, or too large. */
  readonly settled: boolean;
}

/** Media types with the short names that people use for them. */
const kinds: Readonly<Record<string, string>> = {
  'application/gzip': 'gz',
  'application/javascript': 'js',
  'application/msword': 'doc',
  'application/rss+xml': 'rss',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/x-7z-compressed': '7z',
  'application/x-bzip2': 'bz2',
  'application/x-gzip': 'gz',
  'application/x-zip-compressed': 'zip',
  'audio/mpeg': 'mp3',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/vnd.microsoft.icon': 'ico',
  'image/x-icon': 'ico',
  'text/javascript': 'js',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'text/tab-separated-values': 'tsv',
};

/** Types that say nothing of what a file is. */
const vague = /^(?:|application\/(?:octet-stream|force-download|x-download|binary|unknown)|binary\/.*)$/;

/** The kind of a file in one short word: by its media type, where that says nothing by its address. */
export function fileKind(contentType: string, url: string): string {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const known = kinds[type];
  if (known !== undefined) return known;
  if (!vague.test(type)) {
    const subtype = (type.split('/')[1] ?? type).replace(/^(?:x-|vnd\.)+/, '');
    const suffix = /\+(json|xml|zip)$/.exec(subtype)?.[1];
    if (suffix !== undefined && type !== 'application/epub+zip') return suffix;
    return subtype.replace(/\+.*$/, '').slice(0, 24) || 'other';
  }
  const ending = /\.([a-z0-9]{1,5})$/i.exec(URL.parse(url)?.pathname ?? '')?.[1];
  return ending === undefined ? 'other' : ending.toLowerCase();
}

/** Whether a media type is among those asked for: names, with `*` as in `image/*`. Web pages are no files. */
export function isWantedFile(contentType: string, wanted: readonly string[]): boolean {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (type === 'text/html' || type === 'application/xhtml+xml') return false;
  const [main] = type.split('/', 1);
  return wanted.some((each) => each === type || each === '*/*' || each === `${main}/*`);
}
