/** Several JSON objects as one, field by field. */
import type { Combined } from './combine-text.ts';
import type { NamedText } from './statements.ts';
import { type ConflictFound, type Policy, type Strategy, settle, type Topic } from './topics.ts';

type Fields = Record<string, unknown>;
type Named = { name: string; fields: Fields };

/** Null if one of them is no JSON object. */
export function asObjects(texts: readonly NamedText[]): Named[] | null {
  const objects = texts.map(({ name, text }) => ({ name, fields: parsed(text) }));
  return objects.every((one): one is Named => one.fields !== null) ? objects : null;
}

export function combineObjects(objects: readonly Named[], strategy: Strategy, policy: Policy): Combined {
  const topics: Topic[] = [];
  const conflicts: ConflictFound[] = [];
  const combine = (some: readonly Named[], path: string): Fields => {
    const entries: [string, unknown][] = [];
    for (const key of new Set(some.flatMap(({ fields }) => Object.keys(fields)))) {
      const having = some.filter(({ fields }) => Object.hasOwn(fields, key));
      if (strategy === 'vote' && having.length * 2 <= objects.length) continue;
      const at = path === '' ? key : `${path}.${key}`;
      const values = having.map(({ fields }) => fields[key]);
      if (values.every(isFields)) {
        entries.push([
          key,
          combine(
            having.map(({ name }, index) => ({ name, fields: values[index] as Fields })),
            at,
          ),
        ]);
        continue;
      }
      if (strategy !== 'vote' && values.every(Array.isArray)) {
        entries.push([key, union(values as unknown[][])]);
        continue;
      }
      const positions = having.map(({ name }, index) => {
        const value = JSON.stringify(values[index]);
        return { artifact: name, statement: `${at}: ${value}`, value, place: index };
      });
      const topic = { topic: at, positions };
      topics.push(topic);
      const { chosen, conflict } = settle(topic, strategy, policy);
      if (conflict) conflicts.push(conflict);
      // An open conflict leaves the field empty rather than one-sided.
      entries.push([key, chosen ? values[chosen.place] : null]);
    }
    return Object.fromEntries(entries);
  };
  return { synthesized: JSON.stringify(combine(objects, ''), null, 2), conflicts, topics };
}

/** The fields of an object with their values as JSON, by their paths. */
export function leavesOf(fields: Fields, path = ''): [string, string][] {
  return Object.entries(fields).flatMap(([key, value]): [string, string][] => {
    const at = path === '' ? key : `${path}.${key}`;
    return isFields(value) ? leavesOf(value, at) : [[at, JSON.stringify(value)]];
  });
}

function union(lists: readonly unknown[][]): unknown[] {
  return [...new Map(lists.flat().map((item) => [JSON.stringify(item), item])).values()];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): Fields | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const value = JSON.parse(text) as unknown;
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
