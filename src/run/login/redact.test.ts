import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireExchange } from '../../model/wire.ts';
import { withoutSecrets } from './redact.ts';

function archived(request: string, response: string, secret: { values?: string[]; headers?: string[] }) {
  const taken: WireExchange[] = [];
  const head = response.indexOf('\r\n\r\n') + 4;
  const sink = withoutSecrets((exchange) => void taken.push(exchange), {
    secrets: () => secret.values ?? [],
    headers: secret.headers ?? [],
  });
  const wire = { url: 'http://h/a', time: '2026-01-01T00:00:00Z', ip: '127.0.0.1' };
  sink({ ...wire, request: Buffer.from(request), response: Buffer.from(response), responseHead: head });
  const [exchange] = taken;
  assert.ok(exchange);
  const told = Buffer.from(exchange.response);
  return {
    request: Buffer.from(exchange.request).toString(),
    head: told.subarray(0, exchange.responseHead).toString(),
    body: told.subarray(exchange.responseHead).toString(),
  };
}

test('an archive has neither what --auth nor what --header tells servers', () => {
  const request =
    'GET /a HTTP/1.1\r\nHost: h\r\nAuthorization: Basic YW5uOmh1bnRlcjI=\r\nX-Key: k3y\r\nAccept: */*\r\n\r\nX-Key: body';
  const response = 'HTTP/1.1 200 OK\r\nSet-Cookie: s=1\r\nX-Echo: s3ss10n-t0ken\r\nAge: 1\r\n\r\nthe body';
  const told = archived(request, response, { values: ['s3ss10n-t0ken'], headers: ['x-key'] });
  assert.equal(
    told.request,
    'GET /a HTTP/1.1\r\nHost: h\r\nAuthorization: (removed)\r\nX-Key: (removed)\r\nAccept: */*\r\n\r\nX-Key: body',
  );
  assert.equal(told.head, 'HTTP/1.1 200 OK\r\nSet-Cookie: (removed)\r\nX-Echo: (removed)\r\nAge: 1\r\n\r\n');
  assert.equal(told.body, 'the body');
});
