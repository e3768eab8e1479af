/** Which triage rule an answer of the TriageAgent applied: seen from what it did, so it holds for rules and for models. */
import type { Agent } from '../agents/team.ts';
import type { ModelAnswer } from '../models/model.ts';
import type { Route } from '../task/turn.ts';
import type { RunContext } from './context.ts';
import { flagsOf } from './message-flags.ts';
import { TRANSFER_TOOL, transferTarget } from './transfer.ts';
import { eventWrite } from './writes.ts';

const BY_TARGET: Record<string, Route> = {
  HealthConsultantAgent: 'patient_consult',
  HealthConsultantLiteAgent: 'general_consult',
};

/** How the document's fixed texts begin. */
const BY_TEXT: [RegExp, Route][] = [
  [/^I can only help with health-related questions/i, 'non_health'],
  [/^Please use the .+ in the side panel/i, 'ui_redirect'],
  [/^To (share|edit)\b.* your health information/i, 'share_or_modify'],
];

export function announceRoute(agent: Agent, context: RunContext, answer: ModelAnswer): void {
  const found = routeOf(agent, answer);
  if (!found) return;
  const flags = flagsOf(context.turn.text, context.turn.user_location).map(({ family, advice }) => ({
    family,
    advice,
  }));
  const data = { ...found, ...(flags.length > 0 && { red_flags: flags }) };
  context.journal.outbox.put(eventWrite({ kind: 'routed', data }));
}

export function routeOf(agent: Agent, answer: ModelAnswer): { route: Route; agent: string; why?: string } | null {
  for (const call of answer.calls) {
    if (call.name === 'handle_url_request') return { route: 'url', agent: agent.name };
    const target = call.name === TRANSFER_TOOL ? transferTarget(call).to : '';
    const route = BY_TARGET[target];
    if (route) return { route, agent: target, why: transferTarget(call).reason };
  }
  const text = answer.text.trim();
  const rule = BY_TEXT.find(([pattern]) => pattern.test(text));
  return rule ? { route: rule[1], agent: agent.name } : null;
}
