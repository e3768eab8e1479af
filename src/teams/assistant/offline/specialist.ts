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
    if (wasRefused && (!answer || handsOver(answer))) return { text: NOT_HANDED_BACK };
    if (!answer || handsOver(answer, ROOT)) return { calls: [back('It is not my work.')] };
    if ('calls' in answer || isLast) return answer;
    if (wasRefused) return { ...answer, text: `${answer.text}\n\n${NOT_HANDED_BACK}` };
    return { ...answer, calls: [back('My part is done.')] };
  };
}

function back(reason: string): RuleCall {
  return { name: TRANSFER_TOOL, args: { agent_name: ROOT, reason } };
}

/** To that agent, or to anyone. */
function handsOver(answer: RuleAnswer, to?: string): boolean {
  if (!('calls' in answer)) return false;
  return answer.calls.some(({ name, args }) => name === TRANSFER_TOOL && (to === undefined || args.agent_name === to));
}

/** The same request with the wish as the message, and without refused hand-overs: the rule sees the answers of its own tools alone. */
function withWish(request: ModelRequest, text: string): ModelRequest {
  const current = request.messages.findLastIndex(({ role }) => role === 'user');
  const messages = request.messages.map((message, index): Message => {
    if (index === current) return { role: 'user', parts: [{ type: 'text', text }] };
    return {
      ...message,
      parts: message.parts.filter((part) => part.type !== 'response' || part.name !== TRANSFER_TOOL),
    };
  });
  return { ...request, messages };
}
