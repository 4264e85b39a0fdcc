import {
  type Capture,
  type PageContent,
  type PageInput,
  protocolOf,
  type RequestRecord,
} from '../../model/index.ts';

const inputKinds = new Set<RequestRecord['kind']>(['document', 'data', 'script']);

/**
 * The answers that a capture was made from: of a document that was opened all of them, of a state those that
 * its event caused. Nothing for pages that are what their server sent: their content says it all. `asked` is
 * the address that was opened, `null` for a state.
 */
export function inputsOf(capture: Capture, asked: string | null): readonly PageInput[] {
  if (capture.bodyPrint !== null) return [];
  const origin = URL.parse(capture.documentUrl)?.origin;
  const inputs = new Map<string, PageInput>();
  for (const record of capture.requests) {
    const { method, status, kind, question } = record;
    if (!isInput(kind) || status < 200 || (status >= 300 && status < 400)) continue;
    const url = record.url.replace(/#.*/s, '');
    // Scripts of others are counters and advertisements, as a rule, and not this site's to be asked.
    if (kind === 'script' && URL.parse(url)?.origin !== origin) continue;
    const isAsked = asked !== null && kind === 'document' && url === capture.documentUrl;
    const wanted = isAsked ? asked.replace(/#.*/s, '') : url;
    const { print = null, etag = null, lastModified = null } = record;
    const answered = wanted === url ? null : url;
    const told = { answered, print, etag, lastModified, ...(question && { question }) };
    const input: PageInput = { method, url: wanted, kind, ...told };
    inputs.set(inputKey(input), input);
  }
  return [...inputs.values()];
}

/** The name of what was asked for: equal names, equal questions. */
export function inputKey({ method, url, question }: Pick<PageInput, 'method' | 'url' | 'question'>): string {
  return question === undefined ? `${method} ${url}` : `${method} ${url} ${question.body}`;
}

function isInput(kind: RequestRecord['kind']): kind is PageInput['kind'] {
  return inputKinds.has(kind);
}

/** What a page that is what its server sent was made from; of FTP files size and moment tell it, of folders nothing. */
export function ownInput(url: string, content: PageContent): readonly PageInput[] {
  const { bodyPrint: print, etag, lastModified } = content;
  const address = content.address.replace(/#.*/s, '');
  const asked = url.replace(/#.*/s, '');
  const told = { web: print ?? etag ?? lastModified, ftp: etag, bbs: null };
  const protocol = protocolOf(asked);
  if (protocol === null || told[protocol] === null) return [];
  const answered = address === asked ? null : address;
  return [{ method: 'GET', url: asked, kind: 'document', answered, print, etag, lastModified }];
}
