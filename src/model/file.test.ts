import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileKind, isWantedFile } from './file.ts';

test('the kind of a file is one short word, by its type or else by its address', () => {
  const kinds = [
    ['application/pdf', '/x', 'pdf'],
    ['image/jpeg; q=1', '/x.png', 'jpg'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '/x', 'docx'],
    ['application/activity+json', '/x', 'json'],
    ['application/atom+xml', '/x', 'xml'],
    ['application/epub+zip', '/x', 'epub'],
    ['application/x-tar', '/x', 'tar'],
    ['application/octet-stream', '/a/b.DEB?v=1', 'deb'],
    ['application/octet-stream', '/a.b/c', 'other'],
    ['', '/x.iso', 'iso'],
    ['nonsense', '/x', 'nonsense'],
    ['image/', '/x', 'other'],
  ] as const;
  for (const [type, path, kind] of kinds) assert.equal(fileKind(type, `http://a.test${path}`), kind, type);
});

test('files are wanted by type or by the part before the slash, web pages never', () => {
  const wanted = ['application/pdf', 'image/*', 'text/*'];
  for (const type of ['application/pdf', 'Image/PNG', 'text/csv; charset=utf-8'])
    assert.ok(isWantedFile(type, wanted), type);
  for (const type of ['application/zip', 'text/html', 'application/pdfx', ''])
    assert.ok(!isWantedFile(type, wanted), type);
  assert.ok(isWantedFile('application/zip', ['*/*']) && !isWantedFile('text/html', ['*/*']));
});
