/**
 * What the user wants done with agents, plans or reports that exist: the class of the verb, and the object, which is resolved against the
 * roster. A message whose object is neither in the roster nor pointed at ("the", "my", "it") is not such an act but a wish.
 */
import { isCourtesy, patternsOf } from '../../../clinical/index.ts';
import { agentFor, type RosterAgent } from './roster.ts';

const { pattern, source, words } = patternsOf('research-offline', 'acts');
const WATCH = patternsOf('research-offline', 'wish').pattern('WATCH', 'i');

export type ActKind = 'stop' | 'pause' | 'resume' | 'retire' | 'send' | 'status' | 'roster' | 'courtesy';

export type Act = {
  kind: ActKind;
  /** The agents that it is about. */
  agents: RosterAgent[];
  /** The object in the user's words, if it names a topic. */
  named: string;
  /** It is not clear which of the agents is meant. */
  ambiguous: boolean;
};

const OPENING = pattern('OPENING', 'i');
const GOING = pattern('GOING', 'i');
const GENERIC = words('GENERIC');
const VERBS: readonly [ActKind, RegExp][] = (
  [
    ['retire', 'RETIRE'],
    ['stop', 'STOP'],
    ['pause', 'PAUSE'],
    ['resume', 'RESUME'],
    ['send', 'SEND'],
    ['status', 'STATUS'],
  ] as const
).map(([kind, name]) => [kind, new RegExp(`^(?:${source(name)})\\b`, 'i')]);
const ROSTER_QUESTION = /\b(?:which|what|who|list|show)\b.{0,30}\b(?:agents?|roster|working for me)\b/i;
const YES = /^(?:yes|ok(?:ay)?|sure|please do|do it)\b/i;
const POINTED = /^(?:the|my|your|our|this|that|those|these|it|them|all|everything|both|every|me|us|any|with|what)\b/i;
const ALL = /\b(?:all|everything|every|both)\b/i;
const OF_PLANS =
  /\b(?:updates?|searche?s?|searching|watch\w*|reminders?|alerts?|e?-?mails?|weekly|daily|monthly|schedules?|triggers?|plans?)\b/i;
const OF_REPORT = /\b(?:reports?|summary|findings|results?|it|them|that|this|what)\b|@/i;

/** Null if the message is no act of this kind. */
export function readAct(text: string, roster: readonly RosterAgent[]): Act | null {
  if (ROSTER_QUESTION.test(text)) return { kind: 'roster', agents: [...roster], named: '', ambiguous: false };
  const paused = roster.filter(({ status }) => status === 'paused');
  if (paused.length > 0 && YES.test(text.trim())) return about('resume', paused, '', text);
  const plain = text.trim().replace(OPENING, '');
  const [kind, verb] = VERBS.find(([, pattern]) => pattern.test(plain)) ?? [];
  const object = verb ? plain.replace(verb, '').trim() : '';
  if (!kind || !isMeant(kind, object, plain)) return isCourtesy(text) ? about('courtesy', [], '', '') : null;
  const named = topicIn(object);
  const usable = roster.filter(({ status }) => status !== 'retired');
  if (named === '') return about(kind, candidates(kind, usable, object), '', object);
  const agent = agentNamed(named, usable);
  if (!agent && !POINTED.test(object)) return null;
  return about(kind, agent ? [agent] : [], named, object);
}

/** Whether "stop" means the planned searches, and not the agent as a whole. */
export function isOfPlans(text: string): boolean {
  return OF_PLANS.test(text) || WATCH.test(text);
}

function isMeant(kind: ActKind, object: string, plain: string): boolean {
  if (kind === 'send') return OF_REPORT.test(object);
  return kind !== 'status' || GOING.test(plain);
}

/** What the object says beyond an address, a schedule and the words that any such message has. */
function topicIn(object: string): string {
  const said =
    object
      .replace(/\S{1,64}@\S{1,255}/g, ' ')
      .replace(WATCH, ' ')
      .match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
  return said.filter((word) => !GENERIC.has(word.toLowerCase())).join(' ');
}

/** The agent that covers the object; else the only one that covers a word of it ("Duchenne until May"). */
function agentNamed(named: string, agents: readonly RosterAgent[]): RosterAgent | null {
  const whole = agentFor(named, agents);
  const byWord = new Set(named.split(' ').flatMap((word) => agentFor(word, agents) ?? []));
  return whole ?? (byWord.size === 1 ? ([...byWord][0] ?? null) : null);
}

function candidates(kind: ActKind, agents: readonly RosterAgent[], object: string): RosterAgent[] {
  if (ALL.test(object)) return [...agents];
  if (kind === 'resume') return agents.filter(({ status }) => status === 'paused');
  if (kind === 'pause') return agents.filter(({ status }) => status === 'active');
  const fitting = agents.filter(({ planned, last_report }) =>
    kind === 'stop' ? planned.length > 0 : kind === 'send' ? last_report !== null : true,
  );
  return fitting.length > 0 ? fitting : [...agents];
}

function about(kind: ActKind, agents: RosterAgent[], named: string, object: string): Act {
  const takesAll = kind === 'status' || kind === 'courtesy' || ALL.test(object);
  return { kind, agents, named, ambiguous: agents.length > 1 && !takesAll };
}
