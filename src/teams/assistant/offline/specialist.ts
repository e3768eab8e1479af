/**
 * What all specialists have in common without a model: each is given the wish that is to be done now, not the whole message, and hands
 * back to Beto what it cannot read and, with its own words, what is left when it is done.
 */
import type { Message, ModelRequest } from '../../../engine/models/model.ts';
import { readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule, RuleAnswer, RuleCall } from '../../../engine/models/offline/rule.ts';
import { TRANSFER_TOOL } from '../../../engine/run/transfer.ts';
import { handledIn, ROOT, wishesDone } from '../handled.ts';
import { wishesOf } from './wishes.ts';

/** A rule that answers null has found nothing in the message that it can do. */
export type SpecialistRule = (request: ModelRequest) => RuleAnswer | null;

const NOT_HANDED_BACK = 'I could not hand the rest of your message on. Please send it again on its own.';

export function specialist(rule: SpecialistRule): Rule {
  return (request) => {
    const { written, responses } = readConversation(request);
    const wishes = wishesOf(written);
    const done = wishesDone(handledIn(request.context.state));
    const answer = rule(withWish(request, wishes[done]?.text ?? written));
    // A hand-over that worked ends the run: a response means that it was refused.
    const wasRefused = responses.has(TRANSFER_TOOL);
    const isLast = done >= wishes.length - 1;
    if (!answer || handsBack(answer))
      return wasRefused ? { text: NOT_HANDED_BACK } : { calls: [back('It is not my work.')] };
    if ('calls' in answer || isLast) return answer;
    if (wasRefused) return { ...answer, text: `${answer.text}\n\n${NOT_HANDED_BACK}` };
    return { ...answer, calls: [back('My part is done.')] };
  };
}

function back(reason: string): RuleCall {
  return { name: TRANSFER_TOOL, args: { agent_name: ROOT, reason } };
}

function handsBack(answer: RuleAnswer): boolean {
  return 'calls' in answer && answer.calls.some(({ name, args }) => name === TRANSFER_TOOL && args.agent_name === ROOT);
}

/** The same request with the wish as the message. */
function withWish(request: ModelRequest, text: string): ModelRequest {
  const current = request.messages.findLastIndex(({ role }) => role === 'user');
  const messages = request.messages.map((message, index): Message => {
    return index === current ? { role: 'user', parts: [{ type: 'text', text }] } : message;
  });
  return { ...request, messages };
}
