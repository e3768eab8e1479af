/**
 * generate_code: code from a specification and its context. It has no rule: without a model nothing is made up. The model may look for
 * examples in the library while it writes.
 */
import { z } from 'zod';
import { Citation } from '../engine/models/citation.ts';
import { defineFunction } from './agent-function.ts';
import { CONTEXT_BUDGET_DEFAULTS } from './budgets.ts';

export const GenerateCodeInput = z.strictObject({
  specification: z.string().min(1).describe('What to build'),
  context_artifacts: z.array(z.unknown()).max(100).default([]).describe('From the hand-off cache'),
  language: z.string().min(1).default('typescript'),
  patterns_to_follow: z.array(z.string()).max(100).default([]),
  constraints: z.array(z.string()).max(100).default([]).describe('Must-haves'),
});

export const GenerateCodeOutput = z.object({
  code: z.string(),
  explanation: z.string().describe('Why these choices'),
  test_hints: z.array(z.string()).describe('Suggested test cases'),
  compressed_intent: z.string().describe('For validation downstream'),
  citations: z.array(Citation).describe('Sources used'),
});

const GenerateCodeDraft = z.object({
  code: z.string().min(1).describe('The whole source code, without a Markdown fence'),
  explanation: z.string().describe('Why these choices, with a [^N] marker for each source that was used'),
  test_hints: z.array(z.string()).describe('Test cases worth writing, each in one sentence'),
  compressed_intent: z.string().describe('What the code is meant to do, in at most three sentences'),
});

const INSTRUCTION = `You write code from a specification.
Write complete, working code in the language that is asked for. Keep to the patterns and meet every constraint; where the specification
leaves something open, choose the simplest reading and name it in the explanation. Use the context where it applies.
With cross_reference you can look for examples and documents in the library. What it finds has markers such as [^1]: put the marker into
the explanation, never into the code, where a choice rests on that source. Cite nothing that you have not been given.`;

export const generateCode = defineFunction({
  name: 'generate_code',
  description: 'Generates code from a specification and its context, with an explanation and test hints.',
  input: GenerateCodeInput,
  output: GenerateCodeOutput,
  draft: GenerateCodeDraft,
  budget: CONTEXT_BUDGET_DEFAULTS.generate_code,
  presets: {
    default: 'D4',
    variants: { simple: 'S3', quality: 'D4', long_file: 'S6' },
    quality: { light: 'S3', standard: 'D4', high: 'T1' },
  },
  tools: ['cross_reference'],
  content: 'specification',
  context: 'context_artifacts',
  cites: 'explanation',
  // Through its tool.
  readsLibrary: true,
  instruction: INSTRUCTION,
  prompt({ specification, context_artifacts, language, patterns_to_follow, constraints }) {
    return [
      `Language: ${language}`,
      `Specification:\n${specification}`,
      list('Patterns to follow', patterns_to_follow),
      list('Constraints', constraints),
      list('Context', context_artifacts.map(asText)),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  },
  finish: (draft, _input, _prepared, sources) => ({
    ...draft,
    citations: sources.filter(({ marker }) => draft.explanation.includes(marker)),
  }),
});

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}:\n${items.map((item) => `- ${item}`).join('\n')}`;
}

function asText(artifact: unknown): string {
  return typeof artifact === 'string' ? artifact : JSON.stringify(artifact);
}
