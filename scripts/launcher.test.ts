import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const launcher = join(root, 'bin', 'argiope.js');
const folder = mkdtempSync(join(tmpdir(), 'argiope-launcher-'));
after(() => rmSync(folder, { recursive: true }));
/** What lies beside the launcher's own folder is looked at too. */
const elsewhere = join(folder, 'bin');
mkdirSync(elsewhere);

/** A Node on the PATH that is too old, where the machine has one. */
function oldNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    const found = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (found.status === 0 && Number.parseInt(found.stdout.slice(1), 10) < 24) return node;
  }
  return null;
}

const old = oldNode();
const skip = old === null ? 'this machine has no older Node' : false;

test('the launcher runs the command line and ends with its code', () => {
  assert.match(
    execFileSync(process.execPath, [launcher, 'version'], { encoding: 'utf8' }),
    /^\d+\.\d+\.\d+\n$/,
  );
  const failed = spawnSync(process.execPath, [launcher, 'crawl'], { encoding: 'utf8' });
  assert.equal(failed.status, 2);
  assert.equal(failed.stdout, '');
  assert.match(failed.stderr, /^argiope: crawl needs at least one address .*\(USAGE\)\n {2}.*\n$/);
});

test('outside a checkout an old Node gets exactly one line', { skip }, () => {
  copyFileSync(launcher, join(elsewhere, 'argiope.js'));
  const { status, stdout, stderr } = spawnSync(old ?? '', [join(elsewhere, 'argiope.js'), 'crawl', 'x'], {
    encoding: 'utf8',
  });
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.match(
    stderr,
    /^Argiope needs Node 24 or newer; this is v\d+\.\d+\.\d+\. Install it from nodejs\.org or run `npx -p node@24 -p argiope argiope …`\n$/,
  );
});

test('inside a checkout an old Node passes on to the one that was installed with it', { skip }, () => {
  const { status, stdout } = spawnSync(old ?? '', [launcher, 'fingerprint'], {
    encoding: 'utf8',
    input: 'a\n',
  });
  assert.equal(status, 0);
  assert.match(stdout, /^[0-9a-f]{16} a\n$/);
  assert.equal(spawnSync(old ?? '', [launcher, 'nonsense']).status, 2);
});

test('a reader that goes away early is no error', () => {
  const pipe = `"${process.execPath}" "${launcher}" crawl --help | head -n 1`;
  const { stdout, stderr } = spawnSync('bash', ['-c', pipe], { encoding: 'utf8' });
  assert.match(stdout, /^Usage: argiope crawl/);
  assert.equal(stderr, '');
});
