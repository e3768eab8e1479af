/**
 * InteractionAgent without a model: gives a topic to the agent that covers it, or to a new one; does what the user wants done with agents
 * and plans; keeps their profile; puts reports into words, and keeps back those that bring nothing and that nobody has asked for.
 */
import { asObject, type Conversation, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule, RuleAnswer, RuleCall } from '../../../engine/models/offline/rule.ts';
import { thresholdText } from '../evidence-threshold.ts';
import { requirementsText } from '../requirements.ts';
import { isOfPlans, readAct } from './acts.ts';
import { ASK_ADDRESS, ASK_WHICH, doAct, doneAct } from './do-act.ts';
import { newAgent } from './new-agent.ts';
import { ADDRESS, type ProfileNote, readProfile } from './profile-words.ts';
import { readReport } from './report-message.ts';
import { agentFor, type RosterAgent } from './roster.ts';
import { isTooBroad, readWish, type Wish } from './wish.ts';

const WHAT =
  'What shall I have followed? Name the condition, the treatment or the question; and, if it matters, which evidence counts ' +
  '(for example phase 3 trials only), since when, and how often to look again.';

export const interact: Rule = (request) => {
  const conversation = readConversation(request);
  const { responses } = conversation;
  const { state, now } = request.context;
  if (state['temp:origin'] === 'report') return aboutReport(conversation.text, state['temp:asked'] === true);
  if (!responses.has('list_agents')) return { calls: [{ name: 'list_agents', args: {} }] };
  const roster = rosterOf(responses.get('list_agents'));
  const { text, address } = messageOf(conversation);
  const { notes, rest } = readProfile(text);
  const act = rest === '' ? null : readAct(rest, roster);
  const to = address ?? ADDRESS.exec(String(state['temp:user_profile'] ?? ''))?.[0] ?? null;
  const wish = act ? null : readWish(rest, now.slice(0, 10));
  const profile = responses.has('note_profile') ? [] : notes.map(noteCall);

  const done = act ? doneAct(act, conversation) : atWork(wish, roster, responses);
  if (done) return 'calls' in done ? done : say(withNotes(notes, done.text));
  const next = act ? doAct(act, { to, plans: isOfPlans(rest) }) : begin(wish, rest, roster);
  if ('calls' in next) return { calls: [...profile, ...next.calls] };
  if (profile.length > 0) return { calls: profile };
  return say(withNotes(notes, notes.length > 0 && !act && !wish ? '' : next.text));
};

/** The answer to a question of ours belongs to the message that it was asked about. */
function messageOf({ text, earlier, lastReply }: Conversation): { text: string; address: string | null } {
  const address = ADDRESS.exec(text)?.[0].replace(/\.$/, '') ?? null;
  const isAnswer = (address !== null && lastReply.includes(ASK_ADDRESS)) || lastReply.includes(ASK_WHICH);
  return { text: isAnswer ? `${earlier.at(-1) ?? ''} ${text}` : text, address };
}

function begin(wish: Wish | null, text: string, roster: RosterAgent[]): { text: string } | { calls: RuleCall[] } {
  if (!wish) return { text: WHAT };
  const agent = agentFor(
    wish.topic,
    roster.filter(({ status }) => status !== 'retired'),
  );
  if (agent?.status === 'paused')
    return { text: `${agent.name} follows this, but is paused. Shall it go on? Say "resume ${agent.name}".` };
  if (agent) return { calls: [tell(agent.id, `The user asks: ${text.trim()}`)] };
  if (isTooBroad(wish)) return { text: `"${capital(wish.topic)}" is a wide field. ${WHAT}` };
  return { calls: [{ name: 'create_agent', args: newAgent(wish, text) }] };
}

function atWork(
  wish: Wish | null,
  roster: RosterAgent[],
  responses: ReadonlyMap<string, unknown>,
): { text: string } | null {
  const made = asObject(responses.get('create_agent'));
  const told = asObject(responses.get('message_agent'));
  const refused = made.error ?? told.error;
  if (refused) return { text: `I could not pass this on: ${String(refused)}` };
  if (made.agent_id)
    return {
      text: `I have set a new agent to work on this: ${String(made.name)}.${terms(wish)} I will tell you what it finds.`,
    };
  if (!responses.has('message_agent')) return null;
  const agent =
    wish &&
    agentFor(
      wish.topic,
      roster.filter(({ status }) => status !== 'retired'),
    );
  const name = agent?.name ?? 'The agent';
  return { text: `${name} follows this already; I have passed your question on and will tell you what it finds.` };
}

/** What counts, when it is enough, and how often it looks, as far as the user has said so. */
function terms(wish: Wish | null): string {
  if (!wish) return '';
  const required = requirementsText(wish.requirements);
  return [
    required && ` A source counts if it meets this: ${required}.`,
    wish.threshold && ` Enough is ${thresholdText(wish.threshold)}.`,
    wish.watch && ` It will look again ${wish.watch}.`,
  ]
    .filter(Boolean)
    .join('');
}

function aboutReport(text: string, isAsked: boolean): RuleAnswer {
  const { agent, paused, nothingNew, message, citations } = readReport(text);
  if (nothingNew && !isAsked) return { calls: [{ name: 'wait', args: { reason: `${agent} found nothing new.` } }] };
  if (paused) return say(`Your agent ${agent} has paused: ${paused} Shall it go on?`);
  return { ...say(message), citations };
}

function withNotes(notes: readonly ProfileNote[], text: string): string {
  if (notes.length === 0) return text;
  const kept = `I have added to your profile: ${notes.map(({ note }) => `"${note}"`).join(' ')}`;
  return text === '' ? `${kept} ${WHAT}` : `${kept}\n${text}`;
}

function noteCall({ part, note }: ProfileNote): RuleCall {
  return { name: 'note_profile', args: { part, note } };
}

function rosterOf(result: unknown): RosterAgent[] {
  const { agents } = asObject(result);
  return Array.isArray(agents) ? (agents as RosterAgent[]) : [];
}

function tell(agent_id: string, message: string): RuleCall {
  return { name: 'message_agent', args: { agent_id, message } };
}

function say(message: string): RuleAnswer {
  return { calls: [{ name: 'respond', args: { message } }] };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
