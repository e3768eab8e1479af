/** A conversation with one agent that has no model: its rule and its real tools, in turn, until it says something. */
import { randomUUID } from 'node:crypto';
import type { Message, ModelRequest } from '../../../../src/engine/models/model.ts';
import type { Tool } from '../../../../src/engine/tools/tool.ts';
import type { SpecialistRule } from '../../../../src/teams/assistant/offline/specialist.ts';
import { NOW, userOf, type Who } from '../support.ts';

const MAX_STEPS = 8;
/** The rule has found nothing that it can do. */
export const HANDED_BACK = '(handed back to Beto)';

export function talkTo(rule: SpecialistRule, tools: readonly Tool[], who: Who = {}) {
  const use = userOf(tools);
  const messages: Message[] = [];
  const { now: begin = NOW, timezone = 'Europe/Berlin' } = who;
  const user_id = who.user_id ?? `user-${randomUUID()}`;
  return async (text: string): Promise<string> => {
    messages.push({ role: 'user', parts: [{ type: 'text', text }] });
    // A second for each message, so that one is later than the other.
    const now = new Date(begin.getTime() + messages.length * 1000);
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const request: ModelRequest = {
        team: 'assistant',
        agent: 'test',
        model: 'offline',
        instruction: '',
        messages,
        tools: [],
        settings: {},
        context: { now: now.toISOString(), timezone, state: {} },
      };
      const answer = structuredClone(rule(request));
      if (answer === null) return HANDED_BACK;
      if (!('calls' in answer)) {
        messages.push({ role: 'model', parts: [{ type: 'text', text: answer.text }] });
        return answer.text;
      }
      for (const [at, { name, args }] of answer.calls.entries()) {
        const id = `${messages.length}-${at}`;
        const result = await use(name, args, { ...who, user_id, now, timezone });
        messages.push(
          { role: 'model', parts: [{ type: 'call', call: { id, name, args } }] },
          { role: 'tool', parts: [{ type: 'response', id, name, result }] },
        );
      }
    }
    throw new Error('the rule does not come to an end');
  };
}
