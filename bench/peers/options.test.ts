import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UsageError } from '../bench.ts';
import { peers } from '../peers.ts';

it('refuses apps, peers and limits that it does not know before anything is started', async () => {
  for (const [args, hint] of [
    [['--apps', 'react-table,nothing'], /--apps takes names of .*react-table.*; got "nothing"/],
    [['--only', 'wget'], /--only takes names of Crawlee, Katana, Crawljax; got "wget"/],
    [['--seconds', '0'], /--seconds must be a whole number above 0; got "0"/],
    [['--part', 'board'], /--part takes sites or forum; got "board"/],
    [['--rounds', '0'], /--rounds must be a whole number above 0; got "0"/],
    [['--fast'], /Unknown option '--fast'/],
  ] as const)
    await assert.rejects(peers.run(args), (error) => error instanceof UsageError && hint.test(error.message));
});
