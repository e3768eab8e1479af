/** Functions for the tests of their runtime: small ones of the contract's shape, and generate_code as it is. */
import { z } from 'zod';
import { Citation } from '../../../src/engine/models/citation.ts';
import { type AgentFunction, defineFunction } from '../../../src/functions/agent-function.ts';
import { generateCode } from '../../../src/functions/generate-code.ts';
import type { Hit } from '../../../src/functions/library/library.ts';

const ALL_QUALITIES = { light: 'S4', standard: 'S4', high: 'S4' };

/** Its rule takes the first three words. `audit_hash` is left to the runtime, as summarize_content does. */
const summarize = defineFunction({
  name: 'summarize_content',
  description: 'Summarizes',
  input: z.strictObject({ content: z.string().min(1), note: z.string().default('') }),
  output: z.object({ summary: z.string().min(1), words: z.number(), audit_hash: z.string().min(1) }),
  draft: z.object({ summary: z.string() }),
  budget: { input: 100, output: 50 },
  presets: { default: 'S4', variants: { technical: 'D4' }, quality: { light: 'S3', standard: 'D4', high: 'T1' } },
  tools: [],
  content: 'content',
  cites: 'summary',
  instruction: 'Summarize {this}.',
  prompt: ({ content, note }) => `${content}${note}`,
  rule: ({ content }, _prepared, sources) => ({
    summary: [...content.split(' ').slice(0, 3), ...sources.map(({ marker }) => marker)].join(' '),
  }),
  isEmpty: ({ summary }) => summary === 'Nothing.',
  finish: ({ summary }) => ({ summary, words: summary === '' ? -1 : summary.split(' ').length, audit_hash: '' }),
  split({ content, note }, tokens) {
    const length = tokens * 4;
    const pieces = Array.from({ length: Math.ceil(content.length / length) }, (_, index) => index * length);
    return pieces.map((start) => ({ content: content.slice(start, start + length), note }));
  },
  join: (outputs) => ({
    summary: outputs.map(({ summary }) => summary).join(' | '),
    words: outputs.reduce((sum, { words }) => sum + words, 0),
    audit_hash: '',
  }),
});

/** Cannot be split, and has no text of its own to compress. */
const synthesize = defineFunction({
  name: 'synthesize_outputs',
  description: 'Combines',
  input: z.strictObject({ artifacts: z.array(z.string()) }),
  output: z.object({ synthesized: z.string() }),
  draft: z.object({ synthesized: z.string() }),
  budget: { input: 20, output: 50 },
  presets: { default: 'S1', variants: {}, quality: ALL_QUALITIES },
  tools: [],
  content: 'artifacts',
  instruction: 'Combine.',
  prompt: ({ artifacts }) => artifacts.join('\n'),
  rule: ({ artifacts }) => ({ synthesized: artifacts.join(' ') }),
  finish: (draft) => draft,
});

const crossReference = defineFunction({
  name: 'cross_reference',
  description: 'Looks into the library',
  input: z.strictObject({ query_artifact: z.string().min(1), top_k: z.number().int().max(50).default(2) }),
  output: z.object({ compressed_context: z.string(), citations: z.array(Citation) }),
  draft: z.object({ order: z.array(z.number()) }),
  budget: { input: 50, output: 50 },
  presets: { default: 'S4', variants: { ranking: 'S4' }, quality: ALL_QUALITIES },
  tools: [],
  content: 'query_artifact',
  readsLibrary: true,
  instruction: 'Rank what was found.',
  async prepare({ query_artifact, top_k }, { library, signal }): Promise<Hit[]> {
    const query = { text: query_artifact, scopes: [], match: 'hybrid' as const, limit: top_k };
    return (await library.search(query, signal)).hits;
  },
  prompt: ({ query_artifact }, hits) => `${query_artifact}: ${hits.length}`,
  rule: (_input, hits) => ({ order: hits.map((_hit, index) => index) }),
  finish({ order }, _input, hits) {
    const citations = order.flatMap((at, index) => {
      const hit = hits[at];
      if (!hit) return [];
      return [{ ...hit.source, id: hit.chunk_id, marker: `[^${index + 1}]`, source: 'library', supports: [] }];
    });
    const context = citations.map(({ marker, chunk }) => `${chunk}${marker}`).join('\n');
    return { compressed_context: context, citations };
  },
});

export const SAMPLES: ReadonlyMap<string, AgentFunction> = new Map(
  [summarize, synthesize, crossReference, generateCode].map((fn) => [fn.name, fn]),
);
