/** What is checked before a call: the context of the model, the agent's limit and the budget. */
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../src/engine/models/account.ts';
import type { ModelRequest } from '../../../src/engine/models/model.ts';
import { ask, gateway, notedAccount } from './list-gateway.ts';
import { failureOf, makeRequest, PROMPT } from './support.ts';

describe('limits are checked before the call', () => {
  test('a request that does not fit the context window is not sent', async () => {
    const { account, reserved } = notedAccount();
    const { model, openAi } = await gateway({ account });
    await ask(model, { model: 'narrow' });
    const { error } = await failureOf(model, makeRequest({ model: 'narrow', instruction: 'x'.repeat(400) }));
    expect(error).toMatchObject({
      code: 'context_exceeded',
      message: expect.stringMatching(/needs \d+ tokens.*narrow has 100/),
    });
    expect(error.message).not.toContain(PROMPT);
    expect(openAi.requests).toHaveLength(1);
    expect(reserved).toHaveLength(1);
  });

  test('an answer may be as long as the context leaves room for, and the budget is asked for no more', async () => {
    const { account, reserved } = notedAccount();
    const { model, openAi } = await gateway({ account });
    await ask(model, { model: 'wide', settings: { max_output_tokens: 100 } });
    await ask(model, { model: 'wide', settings: { max_output_tokens: 8_192 } });
    const [asked, fitted] = openAi.requests.map(({ body }) => Number(body.max_tokens));
    const input = reserved[0]?.input_tokens ?? 0;
    expect(asked).toBe(100);
    expect(fitted).toBeLessThanOrEqual(8_192 - input);
    expect(fitted).toBeGreaterThan(8_192 - 2 * input);
    expect(reserved.map(({ output_tokens }) => output_tokens)).toEqual([asked, fitted]);
  });

  test('a request is not sent where hardly anything of its answer would fit', async () => {
    const { model, openAi } = await gateway();
    const send = (settings: ModelRequest['settings'], letters: number) =>
      failureOf(model, makeRequest({ model: 'wide', instruction: 'x'.repeat(letters), settings }));
    const { error } = await send({ max_output_tokens: 8_192 }, 4 * 8_000);
    expect(error).toMatchObject({ code: 'context_exceeded', message: expect.stringMatching(/needs \d+ .* has 8192/) });
    expect(openAi.requests).toEqual([]);
    await ask(model, { model: 'wide', instruction: 'x'.repeat(4 * 8_000), settings: { max_output_tokens: 20 } });
    expect(openAi.requests).toMatchObject([{ body: { max_tokens: 20 } }]);
  });

  test('nor is one that is larger than what the agent’s limit leaves', async () => {
    const { account, reserved } = notedAccount();
    const { model, gemini } = await gateway({ account });
    await ask(model, { model: 'flash' });
    const needed = reserved[0]?.input_tokens ?? 0;
    await ask(model, { model: 'flash', tokensLeft: needed });
    const { error } = await failureOf(model, makeRequest({ model: 'flash', tokensLeft: needed - 1 }));
    expect(error).toMatchObject({ code: 'limit_reached', message: expect.stringContaining('TriageAgent') });
    expect(gemini.requests).toHaveLength(2);
  });

  test('the estimate is four bytes a token of all that is sent, in any language', async () => {
    const { account, reserved } = notedAccount();
    const { model } = await gateway({ account });
    await ask(model, { model: 'flash', instruction: '' });
    await ask(model, { model: 'flash', instruction: 'a'.repeat(4_000) });
    await ask(model, { model: 'flash', instruction: '血'.repeat(4_000) });
    const [none = 0, latin = 0, chinese = 0] = reserved.map(({ input_tokens }) => input_tokens);
    expect([latin - none, chinese - none]).toEqual([1_000, 3_000]);
  });

  test('a budget that refuses keeps the request from being sent', async () => {
    const full: Account = { reserve: () => Promise.reject(new Error('the budget is used up')) };
    const { model, gemini } = await gateway({ account: full });
    await expect(ask(model, { model: 'flash' })).rejects.toThrow('the budget is used up');
    expect(gemini.requests).toEqual([]);
  });
});
