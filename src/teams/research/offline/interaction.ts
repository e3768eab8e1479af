/**
 * InteractionAgent without a model: gives a topic to the agent that covers it, or to a new one; asks for more when there is nothing to
 * work on; puts reports into words, and keeps back those that bring nothing. It says what a report says, and nothing else.
 */

import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule, RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { readReport } from './report-message.ts';
import { agentFor, type RosterAgent } from './roster.ts';
import { isTooBroad, readWish, type Wish } from './wish.ts';

const WHAT =
  'What shall I have followed? Name the condition, the treatment or the question; and, if it matters, which evidence counts (for example phase 3 trials only), since when, and how often to look again.';
const ROSTER_QUESTION = /\b(?:which|what|who|list|show)\b.{0,30}\b(?:agents?|roster|working for me)\b/i;
const GO_ON = /^(?:yes|yes please|ok(?:ay)?|sure|go on|go ahead|continue|carry on|please (?:do|continue))\b/i;

export const interact: Rule = (request) => {
  const { text, responses } = readConversation(request);
  if (request.context.state['temp:origin'] === 'report') return aboutReport(text);
  if (!responses.has('list_agents')) return { calls: [{ name: 'list_agents', args: {} }] };
  const roster = rosterOf(responses.get('list_agents'));

  if (responses.has('create_agent') || responses.has('message_agent')) return say(atWork(text, roster, responses));
  if (ROSTER_QUESTION.test(text)) return say(inWords(roster));
  const paused = roster.find(({ status }) => status === 'paused');
  if (paused && GO_ON.test(text.trim()))
    return tell(paused.id, 'The user wants you to go on with your task.', { more_budget: true });

  const wish = readWish(text);
  if (!wish) return say(WHAT);
  const agent = agentFor(wish.topic, roster);
  if (agent) return tell(agent.id, `The user asks: ${text.trim()}`);
  if (isTooBroad(wish)) return say(`"${capital(wish.topic)}" is a wide field. ${WHAT}`);
  return { calls: [{ name: 'create_agent', args: newAgent(wish, text) }] };
};

function aboutReport(text: string): RuleAnswer {
  const { agent, paused, nothingNew, message, citations } = readReport(text);
  if (nothingNew) return { calls: [{ name: 'wait', args: { reason: `${agent} found nothing new.` } }] };
  if (paused) return say(`Your agent ${agent} has paused: ${paused} Shall it go on?`);
  return { ...say(message), citations };
}

function atWork(text: string, roster: RosterAgent[], responses: ReadonlyMap<string, unknown>): string {
  const made = asObject(responses.get('create_agent'));
  const wish = readWish(text);
  const watch = wish?.watch ? ` It will look again ${wish.watch}.` : '';
  if (made.agent_id)
    return `I have set a new agent to work on this: ${String(made.name)}.${requirements(wish)}${watch} I will tell you what it finds.`;
  const agent = (wish && agentFor(wish.topic, roster)) ?? roster.find(({ status }) => status === 'paused') ?? roster[0];
  return `${agent?.name ?? 'The agent'} follows this already; I have passed your question on and will tell you what it finds.`;
}

function newAgent(wish: Wish, text: string): Record<string, unknown> {
  const name = `${capital(wish.topic)} Research`.slice(0, 80);
  const asked = wish.watch ? ` Keep watch: look again ${wish.watch}.` : '';
  return { name, description: `Follows ${wish.topic}.`, message: `${text.trim()}${asked}` };
}

function requirements(wish: Wish | null): string {
  return wish && wish.requirements.length > 0 ? ` What counts, as you said: ${wish.requirements.join('; ')}.` : '';
}

function inWords(roster: RosterAgent[]): string {
  if (roster.length === 0) return `No agent works for you yet. ${WHAT}`;
  const lines = roster.map(
    ({ name, description, status }) => `- ${name}: ${description}${status === 'paused' ? ' (paused)' : ''}`,
  );
  return ['These agents work for you:', ...lines].join('\n');
}

function rosterOf(result: unknown): RosterAgent[] {
  const { agents } = asObject(result);
  return Array.isArray(agents) ? (agents as RosterAgent[]) : [];
}

function tell(agent_id: string, message: string, more: Record<string, unknown> = {}): RuleAnswer {
  return { calls: [{ name: 'message_agent', args: { agent_id, message, ...more } }] };
}

function say(message: string): RuleAnswer {
  return { calls: [{ name: 'respond', args: { message } }] };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
