/**
 * Tries every string of a folder's path sets on a workspace, as a path to write, read and list and as an owner's name, and reports what
 * happened. Run manually, since the sets are not ours to ship: node --import tsx test/engine/workspace/corpus.ts DIR
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderObjects } from '../../../src/engine/workspace/folder-objects.ts';
import { createWorkspaceStore } from '../../../src/engine/workspace/kept-workspace.ts';
import { AppError } from '../../../src/platform/errors.ts';

const by = 'Corpus';
/** The only names that may exist on the disk below `workspaces`. */
const OURS = /^(?:[a-z0-9]+-)*[0-9a-f]{32}(?:\/(?:log|bundles|files)(?:\/[a-z0-9-]+\.[a-z]+)?)?$/;

function payloadsOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /path.*\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { payload: string }).payload);
}

/** What another layer might have turned it into. */
function variants(payload: string): string[] {
  const decoded: string[] = [];
  for (let text = payload; decoded.length < 3; decoded.push(text)) {
    try {
      const next = decodeURIComponent(text);
      if (next === text) break;
      text = next;
    } catch {
      break;
    }
  }
  const relative = payload.replace(/^[/\\]+/, '');
  const others = [
    ...decoded,
    relative,
    `notes/${payload}`,
    `${payload}.md`,
    payload.replaceAll('{FILE}', 'etc/passwd'),
  ];
  return [...new Set(others)].filter((text) => text !== payload);
}

/** Everything around the workspaces, with its content, as one hash. */
function fingerprint(home: string, root: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(home, name);
    if (path.startsWith(root)) continue;
    hash.update(`${name}\0`);
    if (statSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say which folder: node --import tsx test/engine/workspace/corpus.ts DIR');
const home = mkdtempSync(join(tmpdir(), 'medfleet-corpus-'));
const root = join(home, 'a/b/c/workspaces');
mkdirSync(join(home, 'a/b/c/etc'), { recursive: true });
for (const dir of ['', 'a', 'a/b', 'a/b/c', 'a/b/c/etc'])
  for (const name of ['passwd', 'boot.ini']) writeFileSync(join(home, dir, name), 'outside');
const before = fingerprint(home, root);
const objects = await openFolderObjects(root);
const store = createWorkspaceStore(objects);
const workspace = store.open('t', 'agent:corpus');
const kept = new Set<string>();

/** True if it was refused as a path by all three; a plain name is kept inside, and read back as what was written. */
async function refused(path: string): Promise<boolean> {
  const outcomes = await Promise.allSettled([
    workspace.write(path, 'mine', { by }),
    workspace.read(path),
    workspace.list(path),
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof AppError)) throw outcome.reason;
    if (outcome.status === 'fulfilled' && 'content' in outcome.value && outcome.value.content !== 'mine')
      throw new Error(`Something else was read through ${JSON.stringify(path)}`);
  }
  if (outcomes[0]?.status === 'fulfilled') kept.add(path);
  return outcomes.every(
    ({ status, ...one }) => status === 'rejected' && 'reason' in one && one.reason.code === 'invalid',
  );
}

const payloads = payloadsOf(folder);
const others = [...new Set(payloads.flatMap(variants))];
for (const [title, paths] of [
  ['as they are', payloads],
  ['decoded, made relative, put into a folder, with an ending', others],
] as const) {
  kept.clear();
  let count = 0;
  for (const path of paths) if (await refused(path)) count += 1;
  process.stdout.write(
    `${title}: tried ${paths.length}, refused ${count}, kept inside as plain names ${kept.size}, in the way of another file ${paths.length - count - kept.size}\n`,
  );
  for (const path of [...kept].slice(0, 30)) process.stdout.write(`  kept: ${path}\n`);
}
for (const payload of payloads.slice(0, 200)) {
  const other = store.open(payload, `user:${payload}`);
  await other.write('notes/a.md', 'mine', { by });
  if ((await other.list()).files.length !== 1) throw new Error('Two owners share a workspace');
}
await objects.close();
const strange = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => !OURS.test(name));
const touched = fingerprint(home, root) !== before;
process.stdout.write(`owners and tenants: tried ${Math.min(200, payloads.length)}, all kept apart\n`);
process.stdout.write(
  `outside ${touched ? 'TOUCHED' : 'untouched'}; names on the disk that are not ours: ${strange.length}\n`,
);
for (const name of strange.slice(0, 10)) process.stdout.write(`  not ours: ${name}\n`);
rmSync(home, { recursive: true, force: true });
if (touched || strange.length > 0) process.exitCode = 1;
