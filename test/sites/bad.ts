import { constants, deflateRawSync } from 'node:zlib';
import type { ErrorCode } from '../../src/model/errors.ts';
import { type Answer, file, html, redirect, routes, type Site } from './answer.ts';
import { plainPng } from './png.ts';
import { document, linkList } from './truth.ts';

/** Addresses that are not pages, or worse, and the error each should be recorded with. */
export const badTruth: {
  /** The pages that can be kept. */
  readonly good: readonly { readonly path: string; readonly text: string }[];
  readonly failing: Readonly<Record<string, ErrorCode>>;
  /** Redirects off the site: nothing is kept, and the other host is not asked. */
  readonly away: readonly string[];
  /** Answers 200 with no byte. */
  readonly empty: string;
} = {
  good: [
    { path: '/', text: 'Where things go wrong' },
    { path: '/good', text: 'Nothing is wrong here' },
  ],
  failing: {
    '/paper.pdf': 'FILE',
    '/picture.png': 'FILE',
    '/data.json': 'FILE',
    '/missing': 'HTTP_STATUS',
    '/broken': 'SERVER_ERROR',
    '/busy': 'BUSY',
    '/loop': 'REDIRECT',
    '/endless': 'TOO_LARGE',
    '/bomb': 'TOO_LARGE',
  },
  away: ['/away'],
  empty: '/empty',
};

/** A site of addresses that a crawler must survive. */
export function bad(): Site {
  return {
    name: 'bad',
    start: '/',
    respond: routes({
      '/': () =>
        html(
          document(
            'Bad',
            `<h1>Where things go wrong</h1>${linkList(['/good', ...Object.keys(badTruth.failing), ...badTruth.away, badTruth.empty])}`,
          ),
        ),
      '/good': () => html(document('Good', '<p>Nothing is wrong here</p>')),
      '/paper.pdf': () =>
        file('application/pdf', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
      '/picture.png': () => file('image/png', plainPng(4, 4, [1, 2, 3])),
      '/data.json': () => file('application/json', '{"kind":"data"}'),
      '/empty': () => html(''),
      '/missing': () => ({ ...html(document('Missing', '<p>No such page</p>')), status: 404 }),
      '/broken': () => ({ ...html(document('Broken', '<p>Server error</p>')), status: 500 }),
      '/busy': () => ({
        status: 429,
        headers: { 'retry-after': '1', 'content-type': 'text/plain' },
        body: 'later',
      }),
      '/loop': () => redirect('/loop/again'),
      '/loop/again': () => redirect('/loop'),
      '/away': () => redirect('http://elsewhere.example/'),
      '/endless': () => endless(),
      '/bomb': () => bomb(),
    }),
  };
}

function endless(): Answer {
  const piece = Buffer.from(`<p>${'and so on '.repeat(6000)}</p>\n`);
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    pieces: function* () {
      yield Buffer.from('<!DOCTYPE html><title>Endless</title>');
      for (;;) yield piece;
    },
  };
}

/** One megabyte that unpacks to a gibibyte: a fully flushed deflate block can be sent again and again. */
function bomb(): Answer {
  const block = deflateRawSync(Buffer.alloc(1 << 20, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' },
    pieces: function* () {
      yield Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
      for (let sent = 0; sent < 1024; sent++) yield block;
      yield Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    },
  };
}
