/**
 * The numbers that decide what is fired, kept and given up, in one place, each with what was measured for it. A bench
 * can sweep one: `ARGIOPE_TUNING='{"weight":2}' npm run bench -- wild --data DIR`. How much is remembered or written at
 * once stands where it is used: it changes no result.
 */
const usual = {
  // order/yields.ts
  /** Chance that an action of which nothing is known gives something new: first clicks, choices, texts and scrolls of a handler gave it in 55 of 116 cases, on the apps and 40 sites of `bench -- wild`. */
  firstChance: 0.4,
  /** The same of events by which nobody uses a page (pointer, focus, keys): 7 of 58. */
  quietChance: 0.15,
  /** Firings that what is known of the more general counts for, of a kind that has given something. Swept on 1,700 firings of the same crawls: 4 is better calibrated than 2. */
  weight: 4,
  /** The same of a kind that never has: after 1, 2 and 3 firings in vain such kinds gave something in 3 of 50, 0 of 27 and 0 of 22 cases on the sites. On those firings, 749 in vain become 490 without a loss of truth; with 1 a page of an app is lost. */
  barrenWeight: 1.25,
  /** Handlers that the chance of events by which nobody uses a page counts for. With firings instead, three pointers that passed in vain ended the search for tooltips; with 1.25, 4 and 8 handlers, four pages of widgets showed 114, 112 and 114 of 119 texts in 774, 664 and 724 events, and the tooltips with 4 and 8 alone. */
  eventWeight: 8,
  /** The same of a step ("Back") after another: of those with the same words that gave nothing once, 3 of 50 gave something later. */
  stepWeight: 0.25,
  /** Chance that an action gives something new whose words name what it has shown before ("3" elsewhere): 2 of 10 cases on the sites, 37 of 54 on the apps, where it is learned soon. */
  spentChance: 0.2,
  /** Chance that words of our own, typed into a field that stands in another document too and was typed into there, find anything that has no page: below what is fired by default. On a manual of 36 pages whose box stands on each, 115 of 117 states were results of it. */
  retypedChance: 0.02,
  /** Times that words are typed into one field of a document on whichever pages of it. On a manual whose pages a script swaps, each with its own words, 21 of 23 such states were results of its box, and nothing else was found by them. */
  typedTimes: 3,
  /** Chance that the current one of several (`aria-current`, a selected tab), or what lies under an open dialogue, shows anything new: below what is fired by default. Seen: 0 of 4 on MUI's pager. */
  spareChance: 0.02,
  /**
   * Chance that a test of what is presumed of a list finds a page, before any was made in its document or since one was
   * found there. With this and the two weights a document is left after 12 tests in vain, a list after three or four.
   * Of 16 pages whose parts depend on each other, the first page was found by the first to the fifth test (the seventh
   * of one list of checks); on 35 pages of strangers 2,500 tests found ten pages.
   */
  testedChance: 0.3,
  /** Tests in a document that this counts for. With 2 and a chance of 0.25 (8 tests in vain), 3 of 48 such pages lost something that 12 find. */
  documentWeight: 2.5,
  /** Tests of a list that what is known of its document counts for. */
  listWeight: 3,
  /** Units that a new state is expected to show before anything is known. Not measured: it is soon outweighed. */
  firstUnits: 8,
  /** Units that a new address is expected to show before anything is known: a short article. Not measured: it is soon outweighed. */
  firstAddressUnits: 30,
  /** Addresses whose content is looked at one by one, to know what addresses give; of later ones one in `addressShare`. */
  addressesLooked: 20,
  /** The same of each kind of addresses. Not swept. */
  kindLooked: 6,
  /** See `addressesLooked`. */
  addressShare: 8,
  /** Share of what addresses usually give below which those of a kind come after all others. Not swept. */
  poorAddress: 1 / 4,

  // order/order.ts
  /** Chance of a kind of actions that the guide has found to give next to nothing. */
  poorKind: 0.1,

  /** Events that a state is taken to cost that cannot be reached from where a tab stands; what is not worth that is only fired from near. With 3, the months after the first of an almanac were lost once "Next" had led back twice from those before it. */
  farEvents: 2,

  // loop/explorer.ts
  /** Milliseconds after which a visit holds its tab, at least; nothing was measured for it. */
  heldAfter: 3000,
  /** The same, as a multiple of what visits take: on a busy machine all of them take long. */
  heldTimes: 4,
  /** Tries to reach a page: the first, and one in a fresh renderer. */
  tries: 2,
  /** Tries where the site itself asks for patience. */
  patientTries: 5,
  /** Discount for what can be had from every page of a document: it can be had later. Kept from the order before; not swept. Without it a tree took 128 events instead of 42, and two of eight texts behind dialogues were lost. */
  patience: 0.4,
  /** Events that the way to where a presumption can be tested may take. Not swept. */
  testDistance: 3,
  /** Chance of something new below which a page that cannot be reached again is no loss; below `firstChance`, so that what was never tried is told. */
  worthAnError: 0.3,

  // loop/worker.ts
  /** Times that a path may turn out wrong before the page is given up. */
  detours: 4,
  /** Those of them after which the document is loaded anew. */
  detoursByEvents: 2,
  /** Events of the past of a page that are fired once more, in the order in which its tab did, where no way leads to it. On nine pages of widgets 37 of 38 such states were reached so, by 6 to 36 events; of eleven on a page with one tab four had a past of more than 40. */
  relivedEvents: 100,
  /** Promise below which a page is not looked for by every way. */
  worthASearch: 0.35,
  /** Events that an address of its own is not worth. */
  routeDistance: 1,

  // presume/fragments.ts
  /** Fragments of a document in a row that must have shown one page before the others are taken for it. Of an admin template's page of 600 icons, each a link to `#/name`, all did. */
  fragmentsTried: 8,

  // presume/routes.ts
  /** Addresses of links that a script answers that must hold, when read, what clicking them brought up. Not swept. */
  routesRead: 2,
  /** Addresses that did not, or that need a browser for sure, after which links are clicked. */
  routesFailed: 2,
  /** Those of them that must have been read without one. */
  routesSpared: 2,

  // order/chains.ts
  /** Steps in a row that showed another date each after which a calendar is taken as endless: two years of months. */
  calendarLimit: 24,
  /** Steps in a row after which it is looked whether they show dates. */
  datesFrom: 8,
  /** Times that a list is made longer in one visit. */
  growthLimit: 50,
  /** Steps in a row that changed nothing but numbers and dates after which they are taken as endless. */
  staleLimit: 30,
  /** Steps in a row from which on it is looked whether only numbers change, where that takes a look of its own. */
  formsFrom: 6,

  // sameness/sameness.ts
  /** Units that may go while a list grows: a button and what it says while it waits. */
  mostGone: 2,

  // sameness/seen.ts
  /** Numbers of some words, as a multiple of those that one page showed, after which those that come one by one are no names. Web Crypto's examples on MDN: 707, 608 and 415 states of signatures and ciphers, each another at each click. Not swept. */
  namesEach: 3,
  /** Those that may come one by one beside that. */
  namesAtLeast: 5,
  /** Numbers on one page at the most where several that come at once are judged in the same way: on a way that is gone again each signature is another one. */
  namesFew: 4,

  // sameness/volatility.ts
  /** Milliseconds after which a page that never rests is looked at again, `lateLooks` times. */
  lateBy: 350,
  /** See `lateBy`. */
  lateLooks: 3,
  /** Visits more where the first two of a start page differ. */
  moreVisits: 2,
  /** Times that more may be learned to be volatile in the course of a crawl. */
  lessons: 12,
};

/** The numbers in use. */
export const tuning: Readonly<typeof usual> = Object.freeze({
  ...usual,
  ...given(process.env.ARGIOPE_TUNING),
});

/** What the environment says instead, for benches. */
function given(text: string | undefined): Partial<typeof usual> {
  if (!text) return {};
  const changed = JSON.parse(text) as Partial<typeof usual>;
  const unknown = Object.keys(changed).find((name) => !(name in usual));
  if (unknown !== undefined)
    throw new TypeError(`ARGIOPE_TUNING: "${unknown}" is none of ${Object.keys(usual).join(', ')}`);
  return changed;
}
