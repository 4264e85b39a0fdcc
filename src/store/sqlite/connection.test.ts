import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SqliteConnection } from './connection.ts';

describe('work that was put off', () => {
  const open = (): SqliteConnection => {
    const connection = new SqliteConnection(':memory:');
    connection.exec('CREATE TABLE steps (number INTEGER PRIMARY KEY) STRICT');
    return connection;
  };
  const add = (connection: SqliteConnection, number: number) => () =>
    void connection.run('INSERT INTO steps (number) VALUES (?)', number);
  const numbers = (connection: SqliteConnection): number[] =>
    connection.all<{ number: number }>('SELECT number FROM steps ORDER BY rowid').map(({ number }) => number);

  it('is done before anything that is asked afterwards, in order', async () => {
    const connection = open();
    const works = [3, 1, 2].map((number) => connection.later(add(connection, number)));
    assert.deepEqual(numbers(connection).toSorted(), [1, 2, 3]);
    await Promise.all(works);
    assert.equal(connection.catchUp(), false, 'nothing is left');
    connection.close();
  });

  it('is done by itself where nothing is asked', async () => {
    const connection = open();
    await connection.later(add(connection, 1));
    assert.deepEqual(numbers(connection), [1]);
    connection.close();
  });

  it('waits where it may until something comes that may not, and is done before that', async () => {
    const connection = open();
    const begun: number[] = [];
    const works = [1, 2, 3].map((number) =>
      connection.later(() => {
        begun.push(number);
        add(connection, number)();
      }, 60_000),
    );
    assert.deepEqual(begun, []);
    const hurried = connection.later(add(connection, 4));
    await Promise.all([...works, hurried]);
    assert.deepEqual(numbers(connection), [1, 2, 3, 4]);
    assert.deepEqual(begun, [1, 2, 3], 'each once');
    connection.close();
  });

  it('is done by itself where it may wait and nothing else comes', async () => {
    const connection = open();
    await connection.later(add(connection, 1), 1);
    assert.deepEqual(numbers(connection), [1]);
    connection.close();
  });

  it('fails with what failed before it, and leaves nothing of either', async () => {
    const connection = open();
    const first = connection.later(add(connection, 1));
    const twice = connection.later(() => {
      add(connection, 2)();
      add(connection, 1)();
    });
    const behind = connection.later(add(connection, 3));
    await first;
    await assert.rejects(twice, /UNIQUE/);
    await assert.rejects(behind, /UNIQUE/);
    assert.deepEqual(numbers(connection), [1]);
    await connection.later(add(connection, 4));
    assert.deepEqual(numbers(connection), [1, 4], 'what comes later is not held up');
    connection.close();
  });
});
