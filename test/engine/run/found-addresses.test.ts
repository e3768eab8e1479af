/** Addresses that a search has found may be opened afterwards, also by an attempt that only knows the journal; all others may not. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ModelRequest } from '../../../src/engine/models/model.ts';
import { defineTool } from '../../../src/engine/tools/tool.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { admitTurn } from './attempts.ts';

const FOUND = 'https://found.example/1?x=1';
const IN_TEXT = 'https://found.example/named-in-its-text';
/** More text than a result may have: the model gets it cut. */
const PADDING = 'x'.repeat(40_000);

const stepOf = (request: ModelRequest) => request.messages.filter(({ role }) => role === 'model').length + 1;

test('after a crash the addresses of the searches before are still known', async () => {
  const opened: Record<string, boolean> = {};
  const search = defineTool({
    name: 'search',
    description: 'Searches',
    input: z.object({}),
    output: z.object({ urls: z.array(z.string()), text: z.string() }),
    effect: 'read',
    finds: ({ urls }) => urls,
    run: async () => ({ urls: [FOUND], text: `${IN_TEXT} ${PADDING}` }),
  });
  const open = defineTool({
    name: 'open',
    description: 'Opens',
    input: z.object({ url: z.string() }),
    output: z.object({}),
    effect: 'read',
    async run({ url }, { mayOpen }) {
      opened[url] = mayOpen(url);
      return {};
    },
  });
  let dead = false;
  const turn = await admitTurn({
    agent: { tools: ['search', 'open'] },
    tools: [search, open],
    model(request) {
      const step = stepOf(request);
      if (step === 1) return { calls: [{ id: 'c1', name: 'search', args: {} }] };
      if (!dead) {
        dead = true;
        throw new AppError('internal', 'the worker died');
      }
      const urls = [FOUND, `${FOUND}&secret`, IN_TEXT];
      if (step === 2) return { calls: urls.map((url, nth) => ({ id: `u${nth}`, name: 'open', args: { url } })) };
      return { text: 'Done.' };
    },
  });
  await expect(turn.attempt()).rejects.toMatchObject({ code: 'internal' });
  await turn.attempt();
  expect(turn.calls.filter((request) => stepOf(request) === 1)).toHaveLength(1);
  expect(opened).toEqual({ [FOUND]: true, [`${FOUND}&secret`]: false, [IN_TEXT]: false });
});
