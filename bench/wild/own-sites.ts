import { choices } from './sites/choices.ts';
import {
  boxes,
  boxTexts,
  mouseEvents,
  mouseTexts,
  selects,
  selectTexts,
  twins,
  twinTexts,
} from './sites/controls.ts';
import { chapters, documents, folders, hostCount, hosts, hostText, perHost } from './sites/folders.ts';
import { moreChoices } from './sites/more-choices.ts';
import { oldDocuments, oldPages, oldTexts, oldWeb } from './sites/old-web.ts';
import { besideFrame, brokenFrame, messages, reviews, reviewTexts, stream } from './sites/streams.ts';
import { swapped, swappedPaths, swappedTexts } from './sites/swapped.ts';
import { commentPages, comments, tools120 } from './sites/tools.ts';
import type { Handler, Suite, Truth } from './suite.ts';

function own(name: string, handle: Handler, truth: Truth): Suite {
  return { name: `site/${name}`, source: { kind: 'site', handle }, start: '/', truth };
}

/** Small sites of our own, one way of the web each. */
export const ownSites: readonly Suite[] = [
  own('tools', tools120, { texts: comments, pages: commentPages, events: commentPages - 1 }),
  own('folders', folders, {
    addresses: ['/', '/a/', '/b/', '/c/', ...documents],
    texts: chapters,
    pages: 10,
    events: 0,
  }),
  {
    name: 'site/hosts',
    source: { kind: 'site', handle: hosts, hosts: hostCount },
    start: '/',
    truth: {
      texts: Array.from({ length: hostCount * perHost }, (_, at) =>
        hostText(1 + Math.floor(at / perHost), 1 + (at % perHost)),
      ),
      pages: hostCount * (perHost + 1),
      events: 0,
    },
  },
  own('selects', selects, { texts: selectTexts, pages: 17, events: 16 }),
  own('mouse', mouseEvents, { texts: mouseTexts, pages: 15, events: 14 }),
  own('boxes', boxes, { texts: boxTexts, pages: 5, events: 4 }),
  own('twins', twins, { texts: twinTexts, pages: 5, events: 2 }),
  own('broken-frame', brokenFrame, { texts: [besideFrame], pages: 1, events: 0 }),
  own('stream', stream, { texts: messages, pages: 1, events: 0 }),
  own('reviews', reviews, { texts: reviewTexts, pages: 37, events: 24 }),
  own('old-web', oldWeb, {
    texts: [...oldTexts, ...oldDocuments],
    pages: oldPages.length + 1 + oldTexts.length,
    events: 16,
  }),
  own('swapped', swapped, {
    addresses: swappedPaths.slice(1),
    texts: swappedTexts,
    pages: swappedPaths.length,
    events: 0,
  }),
  ...[...choices, ...moreChoices].map(({ name, handle, truth }) => own(name, handle, truth)),
];
