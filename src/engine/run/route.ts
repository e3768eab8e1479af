/**
 * What an agent's answer means for the task, as a team declares it: a tool that was called, an agent that was handed over to, or the
 * beginning of a fixed text. Seen from what the agent did, so it holds for rules and for models.
 */
import type { ModelAnswer } from '../models/model.ts';
import { TRANSFER_TOOL, transferTarget } from './transfer.ts';

export type RouteTable = {
  /** Whose answers are looked at. */
  agent: string;
  tools?: Readonly<Record<string, string>>;
  transfers?: Readonly<Record<string, string>>;
  texts?: readonly { pattern: RegExp; route: string }[];
  /** The whole texts that a closed agent may say. */
  fixed?: readonly RegExp[];
};

export type Route = { route: string; agent: string; why?: string };

export function routeOf(table: RouteTable | undefined, agent: string, answer: ModelAnswer): Route | null {
  if (table?.agent !== agent) return null;
  for (const call of answer.calls) {
    const byTool = table.tools?.[call.name];
    if (byTool) return { route: byTool, agent };
    if (call.name !== TRANSFER_TOOL) continue;
    const { to, reason } = transferTarget(call);
    const route = table.transfers?.[to];
    if (route) return { route, agent: to, why: reason };
  }
  const text = answer.text.trim();
  const found = table.texts?.find(({ pattern }) => pattern.test(text));
  return found ? { route: found.route, agent } : null;
}
