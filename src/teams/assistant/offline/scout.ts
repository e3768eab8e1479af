/**
 * scout_agent without a model: breaks a goal into steps by its own words. What is to be run goes to Axel, what is to be looked up to Web
 * Research; what needs judgement needs a model, and that is said.
 */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { TRANSFER_TOOL } from '../../../engine/run/transfer.ts';
import { readCommand } from './command.ts';
import type { SpecialistRule } from './specialist.ts';

const DESIGNS: ReadonlySet<string> = new Set(
  'design architect plan outline sketch break decompose brainstorm'.split(' '),
);
const COMPARES: ReadonlySet<string> = new Set(['compare', 'explore']);
const RUNS: ReadonlySet<string> = new Set(['run', 'execute', 'try', 'test', 'benchmark', 'calculate']);
const LOOKS_UP: ReadonlySet<string> = new Set(['research', 'search', 'google', 'look']);
const MAX_STEPS = 20;

export const SCOUT_RULE: SpecialistRule = (request) => {
  const { written, responses } = readConversation(request);
  const { text, frame } = readCommand(written);
  const head = frame[0]?.word ?? '';
  if (RUNS.has(head)) return handOver('axel_agent', 'Something is to be run.');
  if (LOOKS_UP.has(head)) return handOver('web_research_agent', 'Sources are needed.');
  if (COMPARES.has(head))
    return {
      text: 'To compare approaches I need a model (GEMINI_API_KEY). Without one I can break a goal into steps: "plan …".',
    };
  if (!DESIGNS.has(head)) return null;
  if (!responses.has('decompose_task')) return { calls: [{ name: 'decompose_task', args: { task: goalOf(text) } }] };
  return { text: steps(asObject(responses.get('decompose_task'))) };
};

function handOver(agent_name: string, reason: string): RuleAnswer {
  return { calls: [{ name: TRANSFER_TOOL, args: { agent_name, reason } }] };
}

/** "Break down: ..." and "plan how to ...": the words that say what is wanted of Scout are no part of the goal. */
function goalOf(text: string): string {
  return (
    text.replace(/^(?:break(?: it)?(?: down| up)?|decompose|outline|plan(?: out)?)(?: how to)?[:\s]+/i, '').trim() ||
    text
  );
}

function steps({ error, subtasks }: Record<string, unknown>): string {
  if (typeof error === 'string') return error;
  const list = Array.isArray(subtasks)
    ? (subtasks as { id: string; description: string; depends_on?: string[] }[])
    : [];
  const numbers = new Map(list.map(({ id }, index) => [id, index + 1]));
  const lines = list.slice(0, MAX_STEPS).map(({ description, depends_on = [] }, index) => {
    const after = depends_on.flatMap((id) => numbers.get(id) ?? []);
    return `${index + 1}. ${description}${after.length > 0 ? ` (after ${after.join(', ')})` : ''}`;
  });
  return [
    'These are the steps that your words name:',
    ...lines,
    'For a design with alternatives I need a model (GEMINI_API_KEY).',
  ].join('\n');
}
