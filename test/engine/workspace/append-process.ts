/** A writer in a process of its own: appends numbered lines with their keys to a workspace, and prints each number once it is stored. */
import { openFolderObjects } from '../../../src/engine/workspace/folder-objects.ts';
import { createWorkspaceStore } from '../../../src/engine/workspace/kept-workspace.ts';

const [dir = '', name = '', count = '0'] = process.argv.slice(2);
const objects = await openFolderObjects(dir);
const workspace = createWorkspaceStore(objects).open('t', 'agent:shared');
for (let index = 0; index < Number(count); index += 1) {
  const line = `${name} ${index}`;
  await workspace.append('notes/log.md', line, { by: name, key: line });
  process.stdout.write(`${index}\n`);
}
await objects.close();
