/** Markdown as the site has it: headings with names, links between pages, and what a search finds. */
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { SitePage } from './contents.ts';

/** A part of a page below one heading, as a search has it. */
export interface Section {
  readonly file: string;
  readonly page: string;
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

/** A document as HTML. */
export interface Rendered {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** Headings of the second level, for the list beside the page. */
  readonly parts: readonly { readonly text: string; readonly anchor: string }[];
}

/** The name of a heading, as GitHub makes it. */
export function slug(text: string): string {
  const bare = text.toLowerCase().replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '');
  return bare.trim().replace(/\s/g, '-');
}

/** Makes HTML of a document; links to other documents become links to their pages. */
export function render(markdown: string, page: SitePage, pages: readonly SitePage[]): Rendered {
  const sections: Section[] = [];
  const used = new Map<string, number>();
  const name = (text: string) => {
    const anchor = slug(text);
    const times = used.get(anchor) ?? 0;
    used.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  };
  const title = plain(/^# (.+)$/m.exec(markdown)?.[1] ?? page.source);
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const anchor = name(plain(text));
        sections.push({ file: page.file, page: title, heading: plain(text), anchor, text: '' });
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchor}">${inner}<a class="here" href="#${anchor}" aria-label="Link to this part">#</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${linkTo(href, page, pages)}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="wide"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  const texts = html.split(/<h[1-6] id="[^"]*">/).slice(1);
  const filled = sections.map((section, at) => ({ ...section, text: textOf(texts[at] ?? '') }));
  const parts = [...html.matchAll(/<h2 id="([^"]*)">(.*?)<a class="here"/g)].map(
    ([, anchor = '', text = '']) => ({
      anchor,
      text: textOf(text),
    }),
  );
  return { title, html, sections: filled, parts };
}

function linkTo(href: string, page: SitePage, pages: readonly SitePage[]): string {
  if (/^[a-z]+:|^#/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const source = posix.normalize(posix.join(posix.dirname(page.source), path)).replace(/\/$/, '');
  const target = pages.find((one) => one.source === source || one.source === `${source}/README.md`);
  const file = target?.file ?? (source.startsWith('examples/') ? 'examples.html' : posix.basename(source));
  const inner = source.startsWith('examples/') && !target ? slug(posix.basename(source)) : anchor;
  const way = posix.relative(posix.dirname(page.file), file);
  return inner === undefined ? way : `${way}#${inner}`;
}

function plain(text: string): string {
  return text.replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** The text of HTML on one line. */
export function textOf(html: string): string {
  const bare = html.replace(/<a class="here".*?<\/a>/g, '').replace(/<[^>]+>/g, ' ');
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return bare
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => named[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
