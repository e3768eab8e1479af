/**
 * What of a model's answer may stand. The answer of a closed agent is a call, one of its team's fixed texts, or what its tool has answered.
 * Beside what a team says first, only what the team allows is said. Nobody is told that something was done which no tool has done. Where
 * nothing is left the answer cannot be used, and a rule stands in. The words of rules are ours: they pass.
 */
import { AppError } from '../../platform/errors.ts';
import { sentencesOf } from '../../platform/sentences.ts';
import type { Agent } from '../agents/team.ts';
import { type Message, type ModelAnswer, OFFLINE } from '../models/model.ts';
import type { RunContext } from './context.ts';
import { answerUsage } from './run-result.ts';

const DONE =
  'deleted|removed|erased|saved|stored|sent|e-?mailed|forwarded|shared|added|created|booked|scheduled|cancell?ed|updated|changed|' +
  'corrected|ordered|submitted|uploaded|exported|set';
const THING =
  'entry|record|list|profile|reminder|appointment|message|e-?mail|calendar|event|note|file|task|to-?do|results?|data|account|' +
  'alarm|lights?|prescription|request|timer|trigger';
const ALREADY = '(?: (?:now|just|already|also|successfully)){0,2}';
/** "I have sent it", "your entry has been deleted". "The dose was changed in May" is told of the past, and no claim. */
const CLAIM = new RegExp(
  [
    `\\bI(?:['’]ve| have)?${ALREADY} (?:${DONE})\\b`,
    `\\b(?:${THING})\\b[^.?!\\n]{0,40} (?:(?:has|have)${ALREADY} been|is|are)${ALREADY} (?:${DONE})\\b`,
    `\\b(?:it|they|all|that|this|everything)(?:['’]s|['’]ve| has| have)${ALREADY} been${ALREADY} (?:${DONE})\\b`,
  ].join('|'),
  'i',
);

/** State key: a tool has done something in this task, by whichever agent. An agent may pass on what another has said. */
export const ACTED = 'temp:acted';

/** `claimed`: it said that something was done which was not, and that was left out. */
type Allowed = { answer: ModelAnswer; claimed: boolean };

export function isHeld(agent: Agent, { speaks, preface, equipment }: RunContext): boolean {
  return agent.answers === 'closed' || (speaks && Boolean(preface?.text && equipment.module.beside));
}

/** What was asked is paid for, whether or not the answer can be used. */
export function allowedAnswer(
  agent: Agent,
  context: RunContext,
  given: ModelAnswer,
  messages: readonly Message[],
): Allowed {
  try {
    return allowed(agent, context, given, messages);
  } catch (thrown) {
    context.journal.spend(answerUsage(given.usage));
    throw thrown;
  }
}

export function notDone({ name }: Agent): { code: string; detail: string } {
  const detail = `${name} said that something was done, and no tool has done it. That was left out of the reply.`;
  return { code: 'not_done', detail };
}

function allowed(agent: Agent, context: RunContext, answer: ModelAnswer, messages: readonly Message[]): Allowed {
  if (answer.usage.model === OFFLINE || agent.output || answer.calls.length > 0) return { answer, claimed: false };
  if (agent.answers === 'closed')
    return { answer: { ...answer, text: closedText(agent, context, answer.text, messages) }, claimed: false };
  if (!context.speaks || answer.text.trim() === '') return { answer, claimed: false };
  const { preface, equipment, journal, state } = context;
  const beside = preface?.text ? (equipment.module.beside?.(preface, answer.text) ?? answer.text) : answer.text;
  const text =
    journal.hasActed() || state.get(ACTED)
      ? beside
      : sentencesOf(beside)
          .filter((one) => !CLAIM.test(one))
          .join('');
  if (text.trim() === '') throw new AppError('bad_output', `${agent.name} said nothing that may be passed on.`);
  return { answer: text === answer.text ? answer : { ...answer, text: text.trim() }, claimed: text !== beside };
}

function closedText({ name }: Agent, { equipment }: RunContext, text: string, messages: readonly Message[]): string {
  if (equipment.module.routes?.fixed?.some((pattern) => pattern.test(text.trim()))) return text.trim();
  const [last] = messages.at(-1)?.parts ?? [];
  if (last?.type === 'response' && typeof last.result === 'string') return last.result;
  throw new AppError('bad_output', `${name} gave none of the answers that it has.`);
}
