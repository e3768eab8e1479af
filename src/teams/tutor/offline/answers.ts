/** How the rules of the team call tools, hand over and say what a tool or a remote agent returned. */
import { asObject, resultText } from '../../../engine/models/offline/conversation.ts';
import type { RuleAnswer } from '../../../engine/models/offline/rule.ts';

export function say(text: string): RuleAnswer {
  return { text };
}

export function use(name: string, args: Record<string, unknown> = {}): RuleAnswer {
  return { calls: [{ name, args }] };
}

export function handOver(agent_name: string, reason: string): RuleAnswer {
  return use('transfer_to_agent', { agent_name, reason });
}

/** A tool's text; of a remote agent's answer also its lists of sentences. */
export function wordsIn(result: unknown): string {
  const text = resultText(result);
  if (text) return text;
  const lists = Object.values(asObject(result)).flatMap((value) => (Array.isArray(value) ? [value] : []));
  const sentences = lists.map((list) => list.filter((item) => typeof item === 'string').join('\n'));
  return sentences.filter(Boolean).join('\n\n');
}

export function isError(result: unknown): boolean {
  return 'error' in asObject(result);
}
