/** What the thread says of a turn, in words for the person who waits. */
import { agentWords } from '../../parts/agent-name.tsx';
import { words } from '../../parts/badge.tsx';
import { hasEnded } from '../../parts/has-ended.ts';
import type { Turn } from './turn.ts';

const ROUTES: Record<string, string> = {
  url: 'Your message asks to read a web page',
  non_health: 'This is not about health',
  ui_redirect: 'The answer is in your record',
  share_or_modify: 'This is about sharing or changing your data',
  patient_consult: 'About you: answered with your record',
  general_consult: 'A general question about health',
};

export function routeWords(route: string): string {
  return ROUTES[route] ?? sentence(words(route));
}

/** What happens right now. Null once it has ended. */
export function progressWords(turn: Turn, ahead: number): string | null {
  if (turn.sending) return 'Sending …';
  if (hasEnded(turn)) return null;
  if (!turn.isConnected) return 'The connection is lost. Trying again …';
  if (turn.waitsFor) return waitWords(turn.waitsFor);
  if (turn.status === 'waiting_approval') return 'Waiting for your approval';
  if (ahead > 0)
    return ahead === 1 ? 'Waiting for the message before it' : `Waiting for the ${ahead} messages before it`;
  if (turn.status === 'queued') return 'Sent. It will be read in a moment …';
  if (turn.restarting) return 'Starting the answer again …';
  if (turn.reply !== null) return 'Filing what you told in your record …';
  if (turn.draft !== '') return 'Answering …';
  const tool = turn.steps.findLast(({ kind, state }) => kind === 'tool' && state === 'running');
  if (tool) return `${agentWords(tool.agent)}: ${words(tool.name)} …`;
  if (turn.agent) return `${agentWords(turn.agent)} is preparing the answer …`;
  return 'Reading your message …';
}

function waitWords({ reason, roles }: { reason: string; roles: string[] }): string {
  if (reason === 'no_worker')
    return `No worker is running (missing: ${roles.join(', ')}). Your message is kept, and is answered as soon as one starts.`;
  if (reason === 'redis_unavailable') return 'The storage does not answer. Your message is kept; trying again …';
  return `Waiting: ${words(reason)} …`;
}

/** Why there is no reply, or what is missing in it. */
export function endWords(turn: Turn): string | null {
  if (turn.status === 'cancelled') return 'You stopped this one.';
  if (turn.status === 'failed') return turn.error?.detail || 'This could not be answered.';
  if (turn.status !== 'degraded') return null;
  const failed = Object.keys(turn.agents).filter((name) => turn.agents[name]?.status === 'error');
  const who = failed.length > 0 ? failed.map(agentWords).join(', ') : 'A part of the work';
  return `${who} did not finish, so something of your message may be missing in your record.`;
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
