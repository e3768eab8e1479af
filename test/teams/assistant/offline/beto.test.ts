/** Beto and the specialists as rules: who is asked next, and that no message goes round in circles. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../../src/engine/models/model.ts';
import { RULES } from '../../../../src/teams/assistant/offline/rules.ts';
import { specialist } from '../../../../src/teams/assistant/offline/specialist.ts';

type Handled = { agent: string; run: string; words: string; back: boolean };

function requestOf(agent: string, text: string, handled: Handled[] = []): ModelRequest {
  return {
    team: 'assistant',
    agent,
    model: 'none',
    instruction: '',
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
    tools: [],
    settings: {},
    context: { now: '2026-11-16T09:00:00Z', timezone: 'UTC', state: { 'temp:handled': handled } },
  };
}

/** The hand-over that an agent asks for, if it does. */
function targetOf(agent: string, text: string, handled: Handled[] = []): string | null {
  const answer = RULES[agent]?.(requestOf(agent, text, handled));
  const call = answer && 'calls' in answer ? answer.calls.find(({ name }) => name === 'transfer_to_agent') : undefined;
  return call ? String(call.args.agent_name) : null;
}

const back = (agent: string, words = ''): Handled => ({ agent, run: agent, words, back: true });

test('a wish that one specialist hands back goes to the next likely one, and to nobody twice', () => {
  const text = 'read my notes';
  expect(targetOf('beto', text)).toBe('filesystem_agent');
  expect(targetOf('beto', text, [back('filesystem_agent')])).toBe('memory_agent');
  expect(targetOf('beto', text, [back('filesystem_agent'), back('memory_agent')])).toBeNull();
});

test('of several wishes the first that is not done is next', () => {
  const text = 'list my files and turn on the lamp';
  expect(targetOf('beto', text, [back('filesystem_agent', 'You have no files.')])).toBe('home_assistant_agent');
  const both = [back('filesystem_agent', 'You have no files.'), back('home_assistant_agent', 'It is on.')];
  expect(targetOf('beto', text, both)).toBeNull();
});

test('whatever the words, Beto and specialists who hand everything back come to an end', () => {
  const words = fc.constantFrom(
    ...'add list calendar Friday note file read light code run plan web search my to and what is'.split(' '),
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (said) => {
      const handled: Handled[] = [];
      for (;;) {
        const to = targetOf('beto', said.join(' '), handled);
        if (to === null) break;
        expect(handled.map(({ agent }) => agent)).not.toContain(to);
        handled.push(back(to));
      }
      expect(handled.length).toBeLessThanOrEqual(9);
    }),
  );
});

describe('a specialist', () => {
  const echo = specialist((request) => {
    const [part] = request.messages[0]?.parts ?? [];
    return part?.type === 'text' && part.text.includes('file') ? { text: `Done: ${part.text}` } : null;
  });

  test('is given its wish alone, without courtesy', () => {
    expect(echo(requestOf('filesystem_agent', 'Beto, please list my files, thanks!'))).toEqual({
      text: 'Done: list my files',
    });
  });

  test('hands back what it cannot read, without words', () => {
    expect(echo(requestOf('filesystem_agent', 'turn on the lamp'))).toEqual({
      calls: [{ name: 'transfer_to_agent', args: { agent_name: 'beto', reason: 'It is not my work.' } }],
    });
  });

  test('says what it did and hands back the rest', () => {
    expect(echo(requestOf('filesystem_agent', 'list my files and turn on the lamp'))).toEqual({
      text: 'Done: list my files',
      calls: [{ name: 'transfer_to_agent', args: { agent_name: 'beto', reason: 'My part is done.' } }],
    });
  });

  test('whose hand-over was refused tells the user, and asks no more', () => {
    const request = requestOf('filesystem_agent', 'list my files and turn on the lamp');
    const refused = { status: 'refused', reason: 'the limit' };
    request.messages.push({
      role: 'tool',
      parts: [{ type: 'response', id: '1', name: 'transfer_to_agent', result: refused }],
    });
    expect(echo(request)).toEqual({ text: expect.stringMatching(/^Done: list my files\n\nI could not hand the rest/) });
  });
});

test('state that is not ours is not taken for what was handled', () => {
  const request = requestOf('beto', 'list my files');
  for (const handled of ['all done', 7, null, [{ agent: 3 }], { length: 1 }]) {
    const answer = RULES.beto?.({ ...request, context: { ...request.context, state: { 'temp:handled': handled } } });
    expect(answer).toMatchObject({ calls: [{ args: { agent_name: 'filesystem_agent' } }] });
  }
});

const sayOf = (text: string, earlier: ModelRequest['messages'] = []) => {
  const request = requestOf('beto', text);
  const answer = RULES.beto?.({ ...request, messages: [...earlier, ...request.messages] });
  return answer && 'text' in answer ? answer.text : null;
};

test.each(['I have chest pain', 'I want to kill myself', 'call an ambulance'])(
  '%s: the advice is not followed by a list of commands, and no specialist takes it for an answer',
  (text) => {
    const asked: ModelRequest['messages'] = [
      { role: 'user', parts: [{ type: 'text', text: 'clear my list' }] },
      { role: 'model', parts: [{ type: 'text', text: 'Shall I clear it?' }] },
    ];
    expect(sayOf(text, asked)).toBe('Please get help first; your lists and your calendar can wait.');
  },
);

test.each(['what time is it?', "what's the date today", 'which day is it'])('%s', (text) => {
  expect(sayOf(text)).toBe('It is 09:00 on Monday, 16 November 2026 (UTC).');
});

test.each(['stop', 'never mind', 'no'])('%s changes nothing and says so', (text) => {
  expect(sayOf(text)).toBe('All right. Nothing is changed.');
});
