import { Component } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CrawlState } from '../../../crawl.ts';
import type { LogLine } from '../../../live/log.ts';
import { Empty } from '../../parts/states.tsx';
import { clockText } from '../../parts/words.ts';
import { crawlHref } from '../../router.ts';

/** Lines that are drawn: each new one is compared with all of them. */
const shown = 200;
type Level = LogLine['level'];
/** What a level is shown with besides itself. */
const weights: Readonly<Record<Level, number>> = { warning: 2, info: 1, detail: 0 };

/** The log of a crawl with filters; it follows the newest line as long as the reader is at its end. */
export function Log({
  id,
  lines,
  state,
  level,
  onLevel,
}: {
  readonly id: string;
  readonly lines: readonly LogLine[];
  readonly state: CrawlState;
  readonly level: Level;
  readonly onLevel: (level: Level) => void;
}) {
  const [words, setWords] = useState('');
  const found = useMemo(() => {
    const sought = words.trim().toLowerCase();
    return lines
      .filter((line) => weights[line.level] >= weights[level])
      .filter(({ text }) => sought === '' || text.toLowerCase().includes(sought))
      .slice(-shown);
  }, [lines, level, words]);
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line
  useEffect(() => {
    if (list.current && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight;
  }, [found]);
  const look = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = list.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
  };
  if (lines.length === 0 && level === 'info')
    return (
      <section class="section">
        <h2>Log</h2>
        <Empty>
          {state === 'elsewhere'
            ? 'The crawl runs in another process, which has its own log. Its figures are shown above.'
            : 'Nothing was logged since the server was started. Crawls that are begun here are logged.'}
        </Empty>
      </section>
    );
  return (
    <section class="section">
      <div class="section-head">
        <h2>Log</h2>
        <div class="filters">
          <label>
            <span class="unseen">How much</span>
            <select value={level} onChange={(event) => onLevel(event.currentTarget.value as Level)}>
              <option value="warning">Failures and warnings</option>
              <option value="info">Pages and notes</option>
              <option value="detail">Everything, with each action</option>
            </select>
          </label>
          <label>
            <span class="unseen">Only lines with</span>
            <input
              type="search"
              placeholder="Only lines with …"
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </label>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard */}
      <ol class="log" ref={list} onScroll={look} tabIndex={0} aria-label="Lines of the log">
        {found.length === 0 && <li class="detail">No line fits.</li>}
        {found.map((line) => (
          <Line key={line.nth} id={id} line={line} />
        ))}
      </ol>
    </section>
  );
}

/** One line, which never changes: it is drawn once. */
class Line extends Component<{ readonly id: string; readonly line: LogLine }> {
  override shouldComponentUpdate(): boolean {
    return false;
  }

  override render() {
    const { id, line } = this.props;
    const { at, page, level, text } = line;
    return (
      <li class={level}>
        <span>{clockText(at)}</span>
        <span>{page !== null && <a href={crawlHref(id, `/pages/${page}`)}>{page}</a>}</span>
        <span>{text}</span>
      </li>
    );
  }
}
