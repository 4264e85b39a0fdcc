import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeScope } from './scope.ts';

type Case = readonly [url: string, verdict: string];

function claims(
  name: string,
  settings: Partial<Parameters<typeof makeScope>[0]> & { seeds: readonly string[] },
  cases: readonly Case[],
): void {
  const scope = makeScope({ scope: 'host', include: [], exclude: [], ...settings });
  for (const [url, verdict] of cases)
    test(`${name}: ${url} is ${verdict}`, () => assert.equal(scope(url), verdict));
}

claims('page', { seeds: ['http://a.example/x?y=1'], scope: 'page' }, [
  ['http://a.example/x?y=1', 'in'],
  ['http://a.example/x?y=1#/view', 'in'],
  ['http://a.example/x', 'offsite'],
  ['http://a.example/x?y=2', 'offsite'],
  ['http://b.example/x?y=1', 'offsite'],
]);

claims('prefix', { seeds: ['http://a.example/docs/intro.html'], scope: 'prefix' }, [
  ['http://a.example/docs/', 'in'],
  ['http://a.example/docs/deep/er?x', 'in'],
  ['http://a.example/docs', 'offsite'],
  ['http://a.example/documents/', 'offsite'],
  ['http://a.example:81/docs/', 'offsite'],
]);

claims('host', { seeds: ['http://127.0.0.1:8080/a'] }, [
  ['http://127.0.0.1:8080/b', 'in'],
  ['http://127.0.0.1:8081/b', 'offsite'],
  ['http://127.0.0.1/b', 'offsite'],
  ['http://localhost:8080/b', 'offsite'],
]);

claims('host', { seeds: ['http://www.a.example/'] }, [
  ['https://www.a.example/', 'in'],
  ['http://a.example/', 'offsite'],
  ['http://www.a.example.evil.example/', 'offsite'],
]);

claims('domain', { seeds: ['http://www.a.example/'], scope: 'domain' }, [
  ['http://a.example/', 'in'],
  ['https://shop.a.example:8443/', 'in'],
  ['http://www.a.example/', 'in'],
  ['http://nota.example/', 'offsite'],
  ['http://example/', 'offsite'],
]);

claims('domain of a subdomain', { seeds: ['https://blog.a.example.co.uk/'], scope: 'domain' }, [
  ['https://www.example.co.uk/', 'in'],
  ['https://example.co.uk:8443/', 'in'],
  ['https://other.co.uk/', 'offsite'],
]);

claims('domain below a suffix that many share', { seeds: ['https://ann.github.io/'], scope: 'domain' }, [
  ['https://ann.github.io/x', 'in'],
  ['https://www.ann.github.io/', 'in'],
  ['https://ben.github.io/', 'offsite'],
  ['https://github.io/', 'offsite'],
]);

claims('domain of an address by number', { seeds: ['http://127.0.0.1:8080/'], scope: 'domain' }, [
  ['http://127.0.0.1:8080/x', 'in'],
  ['http://127.0.0.1:9/', 'offsite'],
  ['http://x.127.0.0.1.example/', 'offsite'],
]);

claims('domain of localhost', { seeds: ['http://localhost:8080/'], scope: 'domain' }, [
  ['http://localhost:8080/x', 'in'],
  ['http://localhost:8081/', 'offsite'],
  ['http://app.localhost:8080/', 'offsite'],
]);

claims(
  'include and exclude',
  { seeds: ['http://a.example/start'], include: [/\/articles\//g, /\/start/], exclude: [/print/g] },
  [
    ['http://a.example/start', 'in'],
    ['http://a.example/articles/1', 'in'],
    ['http://a.example/articles/2', 'in'],
    ['http://a.example/articles/1/print', 'excluded'],
    ['http://a.example/about', 'excluded'],
    ['http://b.example/articles/1', 'offsite'],
  ],
);

claims('a seed need not match an include', { seeds: ['http://a.example/'], include: [/\/articles\//] }, [
  ['http://a.example/', 'in'],
  ['http://a.example/#/route', 'in'],
  ['http://a.example/other', 'excluded'],
]);

claims('several seeds', { seeds: ['http://a.example/x/', 'http://b.example/y/'], scope: 'prefix' }, [
  ['http://a.example/x/1', 'in'],
  ['http://b.example/y/1', 'in'],
  ['http://b.example/x/1', 'offsite'],
]);

claims('what is no address', { seeds: ['http://a.example/'] }, [['nonsense', 'excluded']]);

claims('a host in other protocols, on their usual ports', { seeds: ['http://a.example/x/'] }, [
  ['ftp://a.example/pub/', 'in'],
  ['ftps://a.example/pub/', 'in'],
  ['ftp://a.example:2121/pub/', 'offsite'],
  ['ftp://b.example/', 'offsite'],
]);

claims('a domain in other protocols', { seeds: ['http://www.a.example/'], scope: 'domain' }, [
  ['ftp://ftp.a.example/pub/', 'in'],
  ['ftp://a.example.net/', 'offsite'],
]);

claims('a folder in its own protocol alone', { seeds: ['ftp://a.example/pub/'], scope: 'prefix' }, [
  ['ftp://a.example/pub/a/', 'in'],
  ['ftp://a.example/etc/', 'offsite'],
  ['http://a.example/pub/', 'offsite'],
]);

claims('a page in its own protocol alone', { seeds: ['http://a.example/'], scope: 'page' }, [
  ['https://a.example/', 'in'],
  ['ftp://a.example/', 'offsite'],
]);

claims('from a server of files to the web', { seeds: ['ftp://a.example/pub/'] }, [
  ['http://a.example/', 'in'],
  ['http://a.example:8080/', 'offsite'],
]);

claims('a board that no seed asks for', { seeds: ['http://a.example/'] }, [
  ['telnet://a.example/', 'offsite'],
]);

claims('boards, where a seed is one', { seeds: ['http://a.example/', 'telnet://b.example:2323/'] }, [
  ['telnet://a.example/', 'in'],
  ['telnet://b.example:2323/', 'in'],
  ['telnet://c.example/', 'offsite'],
]);

claims('behind a proxy FTP links', { seeds: ['http://a.example/'], proxy: 'http://proxy.example:3128' }, [
  ['ftp://a.example/', 'offsite'],
  ['https://a.example/', 'in'],
]);
