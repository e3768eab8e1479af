/** Items of a pipeline whose ids are names that every object inherits, or that other items have: each is an item like any other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { agentsWith } from '../../support/agents-dir.ts';
import { startFleet } from '../../support/fleet.ts';

const PIPELINE = `
id: items
description: One run for each item.
inputs:
  items: { type: list, description: "{ id, content, after }" }
stages:
  - function: decompose_task
    input: { task: Read the record }
  - function: synthesize_outputs
    needs: [decompose_task]
    for_each: { as: item, in: $inputs.items, after: after }
    input: { artifacts: [$same.decompose_task, $before.*, $item] }
output:
  texts: $stages.synthesize_outputs.*.synthesized
`;

test('items named like what every object has are run once each, in the order that they ask for', async () => {
  const agents = agentsWith([]);
  writeFileSync(join(agents, 'pipelines/items.yml'), PIPELINE);
  const fleet = await startFleet({ env: { AGENTS_DIR: agents } });
  onTestFinished(() => fleet.close());
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a b/../c', 'x'.repeat(100)];
  // The last one asks for items that do not exist.
  const items = [
    ...names.map((id, nth) => ({ id, content: `Item ${nth} is here.`, after: names.slice(Math.max(0, nth - 1), nth) })),
    { id: 'last', content: 'The last one.', after: ['valueOf', '__lookupGetter__'] },
  ];
  const { status, body } = await fleet.call('POST', '/v1/pipelines/items/run?wait=60', { items });
  expect([status, body.status, body.errors ?? []]).toEqual([200, 'completed', []]);
  const { texts } = body.output as { texts: string[] };
  expect(texts).toHaveLength(items.length);
  for (const [nth] of names.entries()) expect(texts.join('\n')).toContain(`Item ${nth} is here.`);
  expect(texts.filter((text) => text.includes('Item 0 is here.') && text.includes('Item 1 is here.'))).not.toEqual([]);
  expect(texts).toContain('The last one.');
});
