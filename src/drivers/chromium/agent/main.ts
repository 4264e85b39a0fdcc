import { documentPrints } from '../../../dom/canonical.ts';
import { volatileMask } from '../../../dom/mask.ts';
import type { DocumentTree, VolatileSpot } from '../../../model/document.ts';
import type { FireOrder } from '../../../model/driver.ts';
import { type CandidateRules, candidatesOf, type FoundCandidate } from './candidates.ts';
import { clock, installClock } from './clock.ts';
import { type EffectGate, type EffectOrder, type EffectReport, effectGate } from './effect-gate.ts';
import { answerOrNeed, type EffectSupply, installEffects, supplyEffects } from './effects.ts';
import { fireEvent, forbidLeaving, installGuards, locate, wanted } from './fire.ts';
import { installFrames } from './frames.ts';
import { installListeners, type ListenerBook, listenerBook } from './listeners.ts';
import { natives } from './natives.ts';
import { makePaths } from './paths.ts';
import { functionsNamed, prepareReactions } from './reactions.ts';
import { installRequests } from './requests.ts';
import { installSettling, type SettleLimits, settle } from './settle.ts';
import { installSnapshot, snapshotDocument } from './snapshot.ts';
import { tasks } from './tasks.ts';

/** What the crawler asks of a page. */
export interface AgentOrder {
  /** `arrive`: wait for the load. `fire`: fire an event. `back`: step back. `look`: settle once more. */
  readonly task: 'arrive' | 'fire' | 'back' | 'look';
  readonly rules: CandidateRules;
  readonly limits: SettleLimits;
  readonly fire?: FireOrder;
  /** Fingerprints of which no document is needed. */
  readonly known: readonly string[];
  readonly volatile: readonly VolatileSpot[];
  readonly effects: EffectOrder;
}

/** What the page answers, as JSON. */
export interface AgentAnswer {
  readonly found: boolean;
  readonly settled: 'quiet' | 'budget';
  readonly fingerprint: string;
  readonly form: string;
  readonly wanted: readonly string[];
  /** Steps of the session history inside this document that one can go back. */
  readonly historySteps: number;
  /** Absent where the page is known. */
  readonly document?: DocumentTree;
  readonly candidates?: readonly FoundCandidate[];
  /** What became of requests. */
  readonly effects?: EffectReport;
}

interface Agent {
  perform(order: AgentOrder): Promise<string>;
  /** Hands over answers that `perform` said it needs; gives what `perform` would have given. */
  supply(answers: EffectSupply): Promise<string>;
  /** Shared with the frames inside this page. */
  readonly gate: EffectGate;
  begin(): void;
  /** Puts the clock ahead, before the page's own scripts run. */
  ahead(ms: number): void;
  settle(limits: SettleLimits): Promise<'quiet' | 'budget'>;
  /** What scripts have bound, for frames inside to write in. */
  readonly book: ListenerBook;
  /** Functions by the names that candidates carry, for the debugger. */
  functions(names: readonly string[]): (object | null)[];
}

/** Place in the session history where this document began. */
let startIndex = historyIndex();

function historyIndex(): number {
  const entry = (globalThis as { navigation?: { currentEntry: { index: number } | null } }).navigation
    ?.currentEntry;
  return entry?.index ?? 0;
}

/** Fires, settles and captures in one call: one round trip per event. */
async function perform(name: string, order: AgentOrder): Promise<string> {
  if (order.task === 'arrive') {
    await loaded();
    startIndex = historyIndex();
  } else {
    beginEpoch(name);
    wanted.length = 0;
    if (order.task === 'fire' && !(await fireOrdered(order.fire as FireOrder))) return lostAnswer();
    if (order.task === 'back') await goBack();
  }
  const settled = await settleAll(name, order.limits);
  forbidLeaving();
  return answer(order, settled);
}

async function fireOrdered(order: FireOrder): Promise<boolean> {
  const element = locate(order);
  if (!element) return false;
  await fireEvent(element, order.event, order.value);
  return true;
}

function lostAnswer(): string {
  const lost: AgentAnswer = {
    found: false,
    settled: 'quiet',
    fingerprint: '',
    form: '',
    wanted: [],
    historySteps: 0,
  };
  return natives.stringify(lost);
}

function answer(order: AgentOrder, settled: 'quiet' | 'budget'): string {
  const candidates: FoundCandidate[] = [];
  const pathOf = makePaths();
  prepareReactions();
  const tree = snapshotDocument(document, (element, hidden) => {
    for (const candidate of candidatesOf(element, pathOf, hidden, order.rules)) candidates.push(candidate);
  });
  const { exact: print, form } = documentPrints(tree, volatileMask(order.volatile));
  const result: AgentAnswer = {
    found: true,
    settled,
    fingerprint: print,
    form,
    wanted: [...wanted],
    historySteps: Math.max(0, historyIndex() - startIndex),
    ...(!order.known.includes(print) && { document: tree, candidates }),
  };
  return natives.stringify(result);
}

function loaded(): Promise<void> {
  if (document.readyState === 'complete') return natives.Promise.resolve();
  return new natives.Promise((resolve) => {
    addEventListener('load', () => resolve(), { once: true });
    // A script that goes elsewhere breaks the load off: then there is no event.
    const look = () => {
      if (document.readyState === 'complete') natives.setTimeout(resolve, 0);
      else natives.setTimeout(look, 100);
    };
    look();
  });
}

/** Milliseconds after which a step back that tells nothing is taken as done. */
const backPatience = 1000;

async function goBack(): Promise<void> {
  const arrived = new natives.Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    natives.setTimeout(resolve, backPatience);
  });
  history.back();
  await arrived;
}

/** The agents of the frames inside this page that may be reached. */
function frameAgents(name: string): Agent[] {
  const agents: Agent[] = [];
  for (let index = 0; index < frames.length; index++) {
    try {
      const agent = (frames[index] as unknown as Record<string, Agent>)[name];
      if (agent) agents.push(agent);
    } catch {
      // Another origin.
    }
  }
  return agents;
}

function beginEpoch(name: string): void {
  tasks.epoch++;
  for (const agent of frameAgents(name)) agent.begin();
}

async function settleAll(name: string, limits: SettleLimits): Promise<'quiet' | 'budget'> {
  let result = await settle(limits);
  const inner = frameAgents(name);
  if (inner.length === 0) return result;
  const before = tasks.mutations;
  for (const agent of inner) if ((await agent.settle(limits)) === 'budget') result = 'budget';
  // A frame may have changed its parent.
  if (tasks.mutations !== before && (await settle(limits)) === 'budget') result = 'budget';
  return result;
}

/** Installs the agent under a name that only the crawler knows. */
export function installAgent(name: string): void {
  if (name in globalThis) return;
  const agent: Agent = {
    perform: (order) => answerOrNeed(order, () => perform(name, order)),
    supply: supplyEffects,
    get gate() {
      return effectGate();
    },
    begin: () => beginEpoch(name),
    ahead: (ms) => {
      clock.skew += ms;
    },
    settle: (limits) => settleAll(name, limits),
    get book() {
      return listenerBook();
    },
    functions: functionsNamed,
  };
  Object.defineProperty(globalThis, name, { value: agent, enumerable: false });
  installClock();
  installListeners(name);
  installEffects(name);
  installRequests();
  installFrames(name);
  installSettling();
  installSnapshot();
  installGuards();
}
