import { ArgiopeError } from '../../model/index.ts';
import { agentScript } from './agent.ts';
import type { Session } from './connection.ts';
import { EffectChannel } from './effect-channel.ts';
import { Guard } from './guard.ts';
import { Handlers } from './handlers.ts';
import type { RunningBrowser } from './launch.ts';
import { ListenerCheck } from './listener-check.ts';
import { showThroughKeyhole } from './picture.ts';
import type { BrowserPool } from './pool.ts';
import { Traffic } from './traffic.ts';
import { TrustedInput } from './trusted-input.ts';
import { WorkerGuard } from './workers.ts';

/** A target that the tab may use: everything is enabled, and the agent waits for documents. */
export interface OpenTarget {
  readonly id: string;
  readonly browser: RunningBrowser;
  readonly session: Session;
  readonly guard: Guard;
  readonly traffic: Traffic;
  readonly effects: EffectChannel;
  readonly handlers: Handlers;
  readonly input: TrustedInput;
  readonly check: ListenerCheck;
  readonly workers: WorkerGuard;
  /** Addresses of windows that got past the agent; they were closed. */
  readonly popups: string[];
  close(): Promise<void>;
}

/** Opens a blank target and prepares it. */
export async function openTarget(browser: RunningBrowser, pool: BrowserPool): Promise<OpenTarget> {
  const { root } = browser.connection;
  const { targetId } = await root.send('Target.createTarget', {
    ...{ url: 'about:blank', browserContextId: browser.context },
  });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = browser.connection.session(sessionId);
  const effects = new EffectChannel(pool.effects, browser);
  const guard = new Guard(session, pool.options.guard, effects);
  const traffic = new Traffic(session, {
    ...{ counts: pool.counts, seen: pool.seenFiles, sink: pool.options.sink },
    ...{ guard, shelf: pool.effects.shelf, sources: pool.effects.sources, browser },
    ...{ frame: targetId, troubles: pool.troubles, maxSize: pool.options.maxSize },
    methods: pool.options.methods,
    asked: pool.options.asked,
  });
  const workers = new WorkerGuard({
    methods: pool.options.methods,
    blocked: (method, url) => effects.blocked(method, url),
    session: (id) => browser.connection.session(id),
  });
  const popups: string[] = [];
  session.on('Inspector.targetCrashed', () =>
    session.detach(new ArgiopeError('PAGE_CRASHED', 'the page crashed its renderer')),
  );
  session.on('Page.javascriptDialogOpening', ({ type }) =>
    session.tell('Page.handleJavaScriptDialog', { accept: type === 'alert' || type === 'beforeunload' }),
  );
  session.on('Page.windowOpen', ({ url }) => void popups.push(url));
  await Promise.all([
    session.send('Page.enable'),
    session.send('Inspector.enable'),
    session.send('Network.enable', { maxTotalBufferSize: 64 << 20, maxResourceBufferSize: 33 << 20 }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: agentScript(pool.options.agentName, pool.options.methods),
    }),
    showThroughKeyhole(session, pool.options.viewport),
    workers.follow(session),
    // A full browser asks for the icon of its tab, of which the page says nothing.
    session.send('Network.setBlockedURLs', { urls: ['*/favicon.ico'] }),
    // A tab that is not in front would get no frames.
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ]);
  pool.watchPopups(browser);
  const close = async () => {
    await traffic.read();
    session.detach(new ArgiopeError('PAGE_CRASHED', 'the tab was closed'));
    if (!browser.connection.closed) await root.send('Target.closeTarget', { targetId }).catch(() => {});
    pool.released(browser);
  };
  pool.taken(browser);
  return {
    id: targetId,
    browser,
    session,
    guard,
    traffic,
    effects,
    handlers: new Handlers(session, pool.options.agentName, pool.scriptNames),
    input: new TrustedInput(session, pool.options.agentName),
    check: new ListenerCheck(session, pool.options.agentName),
    workers,
    popups,
    close,
  };
}
