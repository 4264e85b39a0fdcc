import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { processTimes } from './process-times.ts';
import type { Spent } from './tapped.ts';

/** What the program, the browser and its renderers compute from a moment on, as far as the system tells. */
export class Meter {
  readonly #browser: number;
  readonly #renderers = new Map<number, number>();
  #began: Mark | null = null;
  #last: Mark | null = null;

  constructor(browser: number) {
    this.#browser = browser;
  }

  /** From now on it counts, unless it does already. */
  begin(): void {
    this.#began ??= mark(this.#browser);
  }

  /** Takes the figures as they are now; those of processes that have ended stay as they were last. */
  look(): void {
    this.#last = mark(this.#browser);
    for (const { pid, ms } of renderersOf(this.#browser)) this.#renderers.set(pid, ms);
  }

  /** From the beginning to the last look; `null` where there was none. */
  get spent(): Spent | null {
    const [from, to] = [this.#began, this.#last];
    if (!from || !to) return null;
    const { active, idle } = performance.eventLoopUtilization(to.loop, from.loop);
    const renderers = [...this.#renderers.values()].reduce((sum, ms) => sum + ms, 0);
    return { node: to.node - from.node, browser: to.browser - from.browser, renderers, busy: active, idle };
  }
}

interface Mark {
  readonly node: number;
  readonly browser: number;
  readonly loop: ReturnType<typeof performance.eventLoopUtilization>;
}

function mark(browser: number): Mark {
  const { user, system } = process.cpuUsage();
  return {
    node: (user + system) / 1000,
    browser: timesOf(String(browser))?.ms ?? 0,
    loop: performance.eventLoopUtilization(),
  };
}

/** They are in the group of the browser. */
function renderersOf(browser: number): readonly { readonly pid: number; readonly ms: number }[] {
  return processes().flatMap((name) => {
    const times = timesOf(name);
    return times?.group === browser && textOf(`/proc/${name}/cmdline`).includes('--type=renderer')
      ? [times]
      : [];
  });
}

/** None where there is no `/proc`: then there are no figures but those of the program. */
function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function timesOf(process: string): ReturnType<typeof processTimes> | null {
  const stat = textOf(`/proc/${process}/stat`);
  return stat === '' ? null : processTimes(stat);
}

/** Empty where it has ended meanwhile. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
