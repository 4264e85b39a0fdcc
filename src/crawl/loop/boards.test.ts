import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Boards } from './boards.ts';

describe('boards', () => {
  const [ann, bob] = [{ name: 'ann' }, { name: 'bob' }];
  const start = { document: 0, url: 'telnet://a.example/' };
  const screen = { document: 0, url: null };
  const other = { document: 5, url: 'telnet://b.example/' };
  const page = { document: 7, url: 'http://a.example/' };

  test('one worker is at a board, and others may go elsewhere', () => {
    const boards = new Boards<object>();
    assert.ok(boards.mayTake(bob, start));
    boards.take(ann, start);
    assert.deepEqual(
      [start, screen, other, page].map((each) => boards.mayTake(bob, each)),
      [false, false, true, true],
    );
    assert.ok(boards.mayTake(ann, screen));
    assert.ok(boards.isAt(ann, screen) && !boards.isAt(bob, screen) && !boards.isAt(ann, page));
  });

  test('who goes elsewhere, or ends, makes place', () => {
    const boards = new Boards<object>();
    boards.take(ann, start);
    boards.take(ann, page);
    assert.ok(boards.mayTake(bob, screen));
    boards.take(bob, screen);
    boards.take(bob, other);
    assert.ok(boards.mayTake(ann, screen), 'who is at another board has left the first');
    boards.leave(bob);
    assert.ok(boards.mayTake(ann, other));
  });

  test('screens of a crawl that is taken up are known by the address of their document', () => {
    const boards = new Boards<object>();
    boards.learn(3, 'telnet://a.example/');
    boards.learn(4, 'http://a.example/');
    boards.take(ann, { document: 3, url: null });
    assert.ok(!boards.mayTake(bob, { document: 3, url: null }));
    assert.ok(boards.mayTake(bob, { document: 4, url: null }));
  });
});
