import { ArgiopeError } from '../../model/index.ts';
import { agentScript } from './agent.ts';
import type { Session } from './connection.ts';
import { EffectChannel } from './effect-channel.ts';
import { ForeignFrames } from './foreign-frames.ts';
import { Guard } from './guard.ts';
import { Handlers } from './handlers.ts';
import { PageAgent } from './held-agent.ts';
import type { RunningBrowser } from './launch.ts';
import { ListenerCheck } from './listener-check.ts';
import { patience, within } from './patience.ts';
import { showThroughKeyhole } from './picture.ts';
import type { BrowserPool } from './pool.ts';
import { slowness } from './processor.ts';
import { sessionStorageScript } from './storage-state.ts';
import { Traffic } from './traffic.ts';
import { TrustedInput } from './trusted-input.ts';
import { WorkerGuard } from './workers.ts';

/** A target that the tab may use: everything is enabled, and the agent waits for documents. */
export interface OpenTarget {
  readonly id: string;
  readonly browser: RunningBrowser;
  /** Where its cookies are; that of the browser, or its own. */
  readonly context: string;
  readonly session: Session;
  /** The agent of the document that is shown, and those of frames of other origins in it. */
  readonly agent: PageAgent;
  readonly frames: ForeignFrames;
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

/** Bytes of answers that the browser keeps until they are read. */
const networkBuffers = { maxTotalBufferSize: 64 << 20, maxResourceBufferSize: 33 << 20 };

/** Opens a blank target and prepares it. A browser that does not is stuck, and is ended with all its pages. */
export function openTarget(browser: RunningBrowser, pool: BrowserPool): Promise<OpenTarget> {
  return orEnd(browser, prepareTarget(browser, pool), 'open a tab');
}

function orEnd<T>(browser: RunningBrowser, work: Promise<T>, what: string): Promise<T> {
  return within(patience.browser * slowness(), work, () => {
    browser.kill();
    return new ArgiopeError(
      'BROWSER_DEAD',
      `the browser did not ${what} within ${patience.browser / 1000} s`,
    );
  });
}

async function prepareTarget(browser: RunningBrowser, pool: BrowserPool): Promise<OpenTarget> {
  const { root } = browser.connection;
  const context = pool.worlds.apart ? await pool.worlds.open(browser) : browser.context;
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId: context,
  });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = browser.connection.session(sessionId);
  const source = agentScript(pool.options.names, pool.options.methods, pool.options.probe);
  const items = sessionStorageScript(pool.options.storage());
  const effects = new EffectChannel(pool.effects, browser);
  const guard = new Guard(session, pool.options.guard, effects);
  const traffic = new Traffic(session, {
    counts: pool.counts,
    seen: pool.seenFiles,
    sink: pool.options.sink,
    guard,
    shelf: pool.effects.shelf,
    sources: pool.effects.sources,
    browser,
    frame: targetId,
    troubles: pool.troubles,
    maxSize: pool.options.maxSize,
    methods: pool.options.methods,
    why: pool.options.why,
    asked: pool.options.asked,
  });
  const workers = new WorkerGuard({
    methods: pool.options.methods,
    blocked: (method, url) => effects.blocked(method, url),
    session: (id) => browser.connection.session(id),
    frame: (session) => {
      traffic.follow(session);
      return Promise.all([
        guard.joinFrame(session),
        session.send('Page.enable'),
        session.send('Inspector.enable'),
        session.send('Network.enable', networkBuffers),
        session.send('Network.setBypassServiceWorker', { bypass: true }),
        session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
        session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      ]);
    },
  });
  const agent = new PageAgent(session, pool.options.names.name);
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
    session.send('Network.enable', networkBuffers),
    ...(items === '' ? [] : [session.send('Page.addScriptToEvaluateOnNewDocument', { source: items })]),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
    showThroughKeyhole(session, pool.options.viewport),
    workers.follow(session),
    // Should one have been registered past the agent, nothing is answered by it.
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    // A full browser asks for the icon of its tab, of which the page says nothing.
    session.send('Network.setBlockedURLs', { urls: ['*/favicon.ico'] }),
    // A tab that is not in front would get no frames.
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ]);
  pool.watchPopups(browser);
  const close = async () => {
    await traffic.read();
    session.detach(new ArgiopeError('PAGE_CRASHED', 'the tab was closed'));
    const closing =
      context === browser.context
        ? root.send('Target.closeTarget', { targetId })
        : pool.worlds.close(browser, context);
    const closed = closing.catch(() => {});
    await orEnd(browser, closed, 'close a tab').catch(() => {});
    pool.released(browser);
  };
  pool.taken(browser);
  return {
    id: targetId,
    browser,
    context,
    session,
    agent,
    frames: new ForeignFrames({
      session,
      name: pool.options.names.name,
      sessionOf: (id) => workers.sessionOf(id),
    }),
    guard,
    traffic,
    effects,
    handlers: new Handlers(session, agent, pool),
    input: new TrustedInput(session, agent),
    check: new ListenerCheck(session, agent),
    workers,
    popups,
    close,
  };
}
