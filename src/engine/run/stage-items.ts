/** The items of a stage that runs once for each of them: their keys, their values, and which must be done before which. */
import { handoffKey, type Pipeline, type Stage } from '../agents/pipeline.ts';
import { type Known, resolve } from '../agents/references.ts';
import { levelsOf } from '../agents/stage-order.ts';
import type { State } from '../task/state.ts';

/** `key` is part of run ids and of keys in the state; `index` is its place among the items, from 1. */
export type Item = { key: string; index: number; value: unknown; after: readonly string[] };

type Outputs = Pick<State, 'all'>;

const KEY = /^[A-Za-z0-9_-]{1,40}$/;

/** Null while the stage that gives the items has no output. A stage without `for_each` has none. */
export function itemsOf(stage: Stage, known: Known): Item[] | null {
  if (!stage.for_each) return [];
  const { after } = stage.for_each;
  const values = resolve(stage.for_each.in, known);
  if (!Array.isArray(values)) return null;
  return values.map((value, index) => ({
    key: keyOf(value, index),
    index: index + 1,
    value,
    after: after === undefined ? [] : textsIn((value as Record<string, unknown> | null)?.[after]).map(plainKey),
  }));
}

/** Items in the order in which they can be done: each wave needs only items of earlier ones. A circle becomes one last wave. */
export function wavesOf(items: readonly Item[]): Item[][] {
  const keys = new Set(items.map(({ key }) => key));
  const done = new Set<string>();
  const waves: Item[][] = [];
  let left = [...items];
  while (left.length > 0) {
    const ready = left.filter(({ after }) => after.every((key) => done.has(key) || !keys.has(key)));
    const wave = ready.length > 0 ? ready : left;
    waves.push(wave);
    for (const { key } of wave) done.add(key);
    left = left.filter(({ key }) => !done.has(key));
  }
  return waves;
}

/** What the stages have given so far: by stage, and below it by item, in the order of the items. */
export function outputsOf(pipeline: Pipeline, inputs: unknown, state: Outputs): Record<string, unknown> {
  const all = state.all();
  const stages: Record<string, unknown> = {};
  const output = (stage: Stage, item?: string) => all[handoffKey(pipeline.id, stage.id, item)] ?? undefined;
  // In their order: the items of a stage come from stages before it.
  for (const stage of levelsOf(pipeline).flat()) {
    const items = stage.for_each && itemsOf(stage, { inputs, stages });
    const found = items?.flatMap(({ key }) => (output(stage, key) === undefined ? [] : [[key, output(stage, key)]]));
    const given = found ? Object.fromEntries(found) : output(stage);
    if (given !== undefined) stages[stage.id] = given;
  }
  return stages;
}

function keyOf(value: unknown, index: number): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof id === 'string' && KEY.test(id) ? plainKey(id) : plainKey(String(index + 1));
}

/** Fields of an object that are numbers come before all others, whatever the order: as a key, a number is a word. */
function plainKey(id: string): string {
  return /^\d+$/.test(id) ? `n${id}` : id;
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
