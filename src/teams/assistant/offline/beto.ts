/**
 * Beto without a model: hands the message over to the specialist whose words it uses, one wish after the other. A wish that a specialist
 * has handed back goes to the next likely one, and to nobody twice.
 */
import { redFlags } from '../../../clinical/index.ts';
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { TRANSFER_TOOL } from '../../../engine/run/transfer.ts';
import { handledIn, refusedBy, wishesDone } from '../handled.ts';
import { notUnderstood, smallTalk } from './small-talk.ts';
import { type Wish, wishesOf } from './wishes.ts';

const AFTER_ADVICE = 'Please get help first; your lists and your calendar can wait.';

export const BETO_RULE: Rule = (request) => {
  const { written, responses, earlier, lastReply } = readConversation(request);
  const handled = handledIn(request.context.state);
  const isEmergency = redFlags(written).length > 0;
  const wishes = isEmergency ? wishesOf(written) : withContext(wishesOf(written), lastReply, earlier.at(-1));
  const left = wishes.slice(wishesDone(handled));
  // A hand-over that worked ends the run: a response means that it was refused.
  if (responses.has(TRANSFER_TOOL)) return { text: notHandedOver(responses.get(TRANSFER_TOOL), left) };
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  const small = handled.length === 0 && wishes.length === 1 ? smallTalk(written, moment) : null;
  if (small) return { text: small };
  const [wish] = left;
  if (!wish) return { text: 'That is all.' };
  const refused = refusedBy(handled);
  const next = wish.candidates.find(({ agent }) => !refused.has(agent));
  if (next)
    return { calls: [{ name: TRANSFER_TOOL, args: { agent_name: next.agent, reason: 'The wish is its work.' } }] };
  // The advice for an emergency is said before this: a list of commands would hide it.
  if (wishes.length === 1 && isEmergency) return { text: AFTER_ADVICE };
  return {
    text: [notUnderstood(wishes.length > 1 ? wish.text : undefined), notDone(left.slice(1))]
      .filter(Boolean)
      .join('\n\n'),
  };
};

/** "Yes" or "the left one" after a question of a specialist is for whoever got the message before. */
function withContext(wishes: Wish[], lastReply: string, before: string | undefined): Wish[] {
  const [only] = wishes;
  if (!only || wishes.length > 1 || only.candidates.length > 0 || before === undefined || !lastReply.includes('?'))
    return wishes;
  return [{ ...only, candidates: wishesOf(before).at(-1)?.candidates ?? [] }];
}

function notHandedOver(response: unknown, left: readonly Wish[]): string {
  const { reason } = asObject(response);
  const isLimit = typeof reason === 'string' && /limit/.test(reason);
  const why = isLimit ? 'That were too many wishes for one message.' : 'I was not allowed to hand this over.';
  return `${why} ${notDone(left)}`;
}

function notDone(left: readonly Wish[]): string {
  if (left.length === 0) return '';
  return `Not done yet, please send it again: ${left.map(({ text }) => `"${text.slice(0, 200)}"`).join(', ')}.`;
}
