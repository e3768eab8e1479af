/** Does what the user wants done with agents, plans and reports, and says what has become of it. */
import { asObject, type Conversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleCall } from '../../../engine/models/offline/rule.ts';
import type { Act } from './acts.ts';
import { MAIL_TASK } from './mail-report.ts';
import type { RosterAgent } from './roster.ts';

export const ASK_ADDRESS = 'Which address shall the report go to?';
export const ASK_WHICH = 'Which one do you mean:';

type Said = { text: string };
type Next = Said | { calls: RuleCall[] };
/** `to`: the address for a mail, if one is known. `plans`: "stop" means the planned searches. */
type Details = { to: string | null; plans: boolean };

const STATUS_OF = { pause: 'paused', resume: 'active', retire: 'retired', stop: 'paused' } as const;

/** What has to be done first, or what there is to say at once. */
export function doAct(act: Act, { to, plans }: Details): Next {
  const { kind, agents, named, ambiguous } = act;
  if (kind === 'courtesy') return { text: 'You are welcome. I will tell you when an agent has found something.' };
  if (kind === 'roster') return { text: inWords(act.agents) };
  if (agents.length === 0) return { text: named ? `No agent of yours works on ${named}.` : nobody(act) };
  if (kind === 'status') return { text: agents.map(standing).join('\n') };
  if (ambiguous) return { text: `${ASK_WHICH} ${agents.map(({ name }) => name).join(', ')}?` };
  if (kind === 'send') {
    if (!to) return { text: ASK_ADDRESS };
    return {
      calls: agents.map(({ id }) => ({ name: 'message_agent', args: { agent_id: id, message: `${MAIL_TASK}${to}` } })),
    };
  }
  if (kind === 'stop' && plans) {
    const planned = agents.flatMap(({ planned }) => planned);
    if (planned.length === 0) return { text: `${names(agents)} has no planned searches; there is nothing to stop.` };
    return { calls: planned.map(({ trigger_id }) => ({ name: 'cancel_trigger', args: { trigger_id } })) };
  }
  return { calls: agents.map(({ id }) => ({ name: 'update_agent', args: { agent_id: id, status: STATUS_OF[kind] } })) };
}

/** What was done, in words; another call if the first was not enough; null if nothing was done yet. */
export function doneAct({ kind, agents }: Act, { responses, allResponses }: Conversation): Next | null {
  const results = (tool: string) =>
    allResponses.filter(({ name }) => name === tool).map(({ result }) => asObject(result));
  const refusal = [...results('update_agent'), ...results('cancel_trigger'), ...results('message_agent')].find(
    ({ error }) => error,
  );
  if (kind === 'resume' && responses.has('message_agent') && !asObject(responses.get('message_agent')).error)
    return { text: `${names(agents)} goes on, with as much budget again.` };
  // Paused because its budget is spent: the user has said that it shall go on.
  if (kind === 'resume' && refusal && !responses.has('message_agent'))
    return { calls: agents.slice(0, 1).map(({ id }) => goOn(id)) };
  if (refusal) return { text: `That could not be done: ${String(refusal.error)}` };
  if (responses.has('cancel_trigger'))
    return {
      text: `I have stopped the planned searches of ${names(agents)}. It keeps its files, and answers when you ask.`,
    };
  if (kind === 'send' && responses.has('message_agent'))
    return { text: `${names(agents)} writes its report as a mail now. It waits for your approval before it is sent.` };
  if (!responses.has('update_agent')) return null;
  return { text: DONE[kind as keyof typeof DONE](names(agents)) };
}

const DONE = {
  pause: (who: string) => `${who} is paused. A planned search for a single date is kept until you say "resume ${who}".`,
  stop: (who: string) =>
    `${who} is paused and searches nothing until you say "resume ${who}". To end it for good, say "retire ${who}".`,
  resume: (who: string) => `${who} works again.`,
  retire: (who: string) =>
    `${who} is retired: it searches no more, and its planned searches are cancelled. Its files stay.`,
};

/** How an agent stands, from what the roster and its reports say. */
export function standing({ name, status, last_active, planned, last_report }: RosterAgent): string {
  const next = planned.flatMap(({ schedule, fire_at }) =>
    fire_at ? [`${schedule}, next on ${fire_at.slice(0, 10)}`] : [schedule],
  );
  const work = status === 'active' ? 'is at work' : `is ${status}`;
  return [
    `${name} ${work}; it was last active on ${last_active.slice(0, 10)}.`,
    next.length > 0 ? `Planned: ${next.join('; ')}.` : 'No further search is planned.',
    last_report
      ? `Last report (${last_report.at.slice(0, 10)}): ${firstLine(last_report.text)}`
      : 'It has not reported yet.',
  ].join(' ');
}

function inWords(roster: readonly RosterAgent[]): string {
  if (roster.length === 0) return 'No agent works for you yet.';
  const lines = roster.map(
    ({ name, description, status }) => `- ${name}: ${description}${status === 'active' ? '' : ` (${status})`}`,
  );
  return ['These agents work for you:', ...lines].join('\n');
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

function goOn(agent_id: string): RuleCall {
  const message = 'The user wants you to go on with your task.';
  return { name: 'message_agent', args: { agent_id, message, more_budget: true } };
}

function names(agents: readonly RosterAgent[]): string {
  return agents.map(({ name }) => name).join(' and ');
}

function nobody({ kind }: Act): string {
  return kind === 'resume' ? 'None of your agents is paused.' : 'No agent works for you yet.';
}
