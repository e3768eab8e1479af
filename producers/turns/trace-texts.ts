/** Inputs and outputs of a turn's steps, from its journals: there while the turn runs, and afterwards with KEEP_JOURNALS. */
import type { Keys } from '../../src/engine/task/keys.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import type { Span } from './trace-schemas.ts';

/** Of one input or output; a page that wants all of it reads the turn, the file or the record. */
const MAX_CHARS = 8_000;

type Texts = Pick<Span, 'input' | 'output'>;
type Answer = { text?: string; calls?: { name: string; args: unknown }[] };
type Value = { answer?: Answer; result?: unknown; outcome?: { output?: unknown }; failed?: unknown } | null;

/** By the id of the span. */
export async function readTexts(
  redis: RedisClient,
  keys: Keys,
  id: string,
  hash: Readonly<Record<string, string>>,
): Promise<Map<string, Texts>> {
  const runs = Object.keys(hash).flatMap((field) => (field.startsWith('job:') ? [field.slice('job:'.length)] : []));
  const journals = await Promise.all(runs.map((run) => redis.hgetall(keys.journal(id, run))));
  const texts = new Map<string, Texts>([['turn', { input: hash.text, output: hash.reply }]]);
  for (const journal of journals)
    for (const [field, json] of Object.entries(journal)) texts.set(`step:${field}`, textsOf(field, json, journal));
  return texts;
}

/** The arguments of a tool call stand in the answer of the model that has asked for it. */
function textsOf(field: string, json: string, journal: Readonly<Record<string, string>>): Texts {
  const value = stepValue(json);
  if (value?.answer) return { output: capped({ text: value.answer.text, calls: value.answer.calls }) };
  const [, run, turn, index] = /^(.*)\/tool-(\d+)\.(\d+)$/.exec(field) ?? [];
  if (run !== undefined) {
    const call = stepValue(journal[`${run}/model-${turn}`])?.answer?.calls?.[Number(index)];
    return { ...(call && { input: capped(call.args) }), output: capped(value?.result) };
  }
  return { output: capped(value?.outcome?.output ?? value?.failed ?? value) };
}

function stepValue(json: string | undefined): Value {
  return json === undefined ? null : (JSON.parse(json) as { value: Value }).value;
}

function capped(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  return json.length <= MAX_CHARS ? value : `${json.slice(0, MAX_CHARS)}…`;
}
