import assert from 'node:assert/strict';
import { it } from 'node:test';
import { documentsOf } from './katana.ts';

const line = (body: string, type: string | null, status = 200) =>
  JSON.stringify({
    request: { method: 'GET', endpoint: 'http://site/' },
    response: { status_code: status, headers: type === null ? {} : { 'Content-Type': type }, body },
  });

it('takes each HTML body of the output once, and no scripts, errors or lines cut short', () => {
  const lines = [
    line('<p>one</p>', 'text/html; charset=utf-8'),
    line('<p>two</p>', null),
    line('<p>one</p>', 'text/html'),
    line('let x;', 'text/javascript'),
    line('<p>gone</p>', 'text/html', 404),
    JSON.stringify({ request: {}, error: 'timeout' }),
    line('<p>cut</p>', 'text/html').slice(0, 40),
    '',
  ];
  assert.deepEqual(documentsOf(lines.join('\n')), ['<p>one</p>', '<p>two</p>']);
});
