/** A model for code-generation: it breaks every request into two subtasks and a third that needs both, and tests change single answers. */
import type { ScriptedAnswer, ScriptedRequest } from '../support/scripted-gemini.ts';
import { draft, type Script } from './pipeline-runs.ts';

/** Which call of which function it is: `generate_code t1 writer`, `analyze_artifact security critic`. */
export type Asked = { name: string; round: 1 | 2; request: ScriptedRequest };

/** Undefined: the answer that the function gets otherwise. */
export type Change = (asked: Asked) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

export const REQUEST = 'Write a program that reads readings and prints their mean.';
/** What a validation that is not content asks for, and so what prompts of the second round have. */
export const HINT = 'Reject readings that are not numbers.';

const FUNCTIONS: readonly (readonly [beginning: string, name: string])[] = [
  ['You break a task', 'decompose_task'],
  ['Order the passages', 'cross_reference'],
  ['You write code', 'generate_code'],
  ['You combine several', 'synthesize_outputs'],
  ['You review an artifact', 'analyze_artifact'],
  ['You check an artifact', 'validate_against_spec'],
];

export const SUBTASKS = [
  { id: 't1', description: 'Parse the readings', depends_on: [], agent: 'generate_code' },
  { id: 't2', description: 'Compute the mean', depends_on: [], agent: 'generate_code' },
  { id: 't3', description: 'Print the report of all readings', depends_on: ['t1', 't2'], agent: 'generate_code' },
];

export function codeScript(change: Change = () => undefined): { script: Script; asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    async script(request) {
      const one: Asked = { name: nameOf(request), round: request.lastUserText.includes(HINT) ? 2 : 1, request };
      asked.push(one);
      return (await change(one)) ?? answerTo(one);
    },
  };
}

export function codeOf(item: string, round: number): string {
  return `export function ${item}Round${round}(text: string): string {\n  return text.trim();\n}`;
}

/** All code of a round. */
export function programOf(round: number): string {
  return SUBTASKS.map(({ id }) => codeOf(id, round)).join('\n\n');
}

export function generated(item: string, round: number, explanation = 'It is simple.'): ScriptedAnswer {
  const hints = [`Test ${item} with an empty text.`];
  return draft({ code: codeOf(item, round), explanation, test_hints: hints, compressed_intent: `Does ${item}.` });
}

function nameOf({ systemText, lastUserText }: ScriptedRequest): string {
  const [, fn = 'unknown'] = FUNCTIONS.find(([beginning]) => systemText.includes(beginning)) ?? [];
  const about = /(?:Source content|Specification):\n(.*)/.exec(lastUserText)?.[1];
  const subtask = SUBTASKS.find(({ description }) => description === about)?.id;
  const analysis = /for (quality|security)\./.exec(lastUserText)?.[1];
  const item = fn === 'analyze_artifact' ? analysis : ['generate_code', 'cross_reference'].includes(fn) ? subtask : '';
  return [fn, item, partOf(systemText)].filter(Boolean).join(' ');
}

function partOf(systemText: string): string {
  if (systemText.startsWith('You are a critic')) return 'critic';
  return systemText.includes('a critic has found') ? 'revision' : 'writer';
}

function answerTo({ name, round, request }: Asked): ScriptedAnswer {
  const [fn = '', item = ''] = name.split(' ');
  if (name.endsWith('critic')) return draft({ acceptable: true, problems: [] });
  // Prompts of later functions do not have the hint: their round is that of the code.
  const ofCode = request.lastUserText.includes('Round2') ? 2 : 1;
  const answers: Record<string, () => ScriptedAnswer> = {
    decompose_task: () => draft({ subtasks: SUBTASKS }),
    cross_reference: () => draft({ ranking: [] }),
    generate_code: () => generated(item, round),
    synthesize_outputs: () => draft({ synthesized: programOf(ofCode), conflicts: [] }),
    analyze_artifact: () => draft({ findings: [], checklist: [], report: `The ${item} is good.` }),
    validate_against_spec: () => draft({ violations: [], confidence: 0.9, remediation_hints: [] }),
  };
  return answers[fn]?.() ?? { error: { status: 400, message: 'not expected' } };
}
