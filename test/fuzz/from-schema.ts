/** Values from a JSON schema: valid ones as far as the schema says what is valid, and valid ones with something wrong in them. */
import { hostileJson, hostileKey, hostileNumber, hostileText } from './hostile.ts';
import type { Memory } from './memory.ts';
import { plausible } from './plausible.ts';
import type { Random } from './random.ts';

export type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};

export function validValue(schema: Schema, name: string, random: Random, memory: Memory): unknown {
  if (schema.properties?.resourceType?.const === 'Bundle') return plausible('body:bundle', random, memory);
  if (schema.properties?.cypher) return plausible('body:query', random, memory);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return validValue(random.pick(variants), name, random, memory);
  const known = plausible(name, random, memory);
  if (known !== undefined && (schema.type !== 'number' || typeof known === 'number')) return known;
  switch (schema.type) {
    case 'string':
      return 'abc'.repeat(100).slice(0, Math.max(3, schema.minLength ?? 0));
    case 'integer':
    case 'number':
      return numberIn(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return Array.from({ length: random.below(3) }, () => validValue(schema.items ?? {}, name, random, memory));
    case 'object':
      return validObject(schema, random, memory);
    default:
      return null;
  }
}

function numberIn({ type, minimum = 0, maximum = 100 }: Schema, random: Random): number {
  const [low, high] = [Math.max(minimum, -1e6), Math.min(maximum, 1e6)];
  const value = random.pick([low, high, low + random.next() * (high - low)]);
  return type === 'integer' ? Math.round(value) : value;
}

function validObject({ properties = {}, required = [] }: Schema, random: Random, memory: Memory): object {
  const given = Object.entries(properties).filter(
    ([name]) => required.includes(name) || name === 'patient_id' || random.chance(0.25),
  );
  return Object.fromEntries(given.map(([name, schema]) => [name, validValue(schema, name, random, memory)]));
}

/** A valid value in which one part, at any depth, is missing, too much, or of another type. */
export function nearlyValid(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.6))
    return value.with(random.below(value.length), nearlyValid(random.pick(value), random));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(value, random);
  const entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  const entry = entries[at];
  if (!entry || random.chance(0.1))
    return Object.fromEntries([...entries, [hostileKey(random), hostileJson(random, 1)]]);
  const [name, inner] = entry;
  if (random.chance(0.2)) return Object.fromEntries(entries.toSpliced(at, 1));
  return Object.fromEntries(entries.with(at, [name, nearlyValid(inner, random)]));
}

function wrong(value: unknown, random: Random): unknown {
  if (typeof value === 'string' && random.chance(0.5)) return spoiled(value, random);
  if (typeof value === 'number' && random.chance(0.5)) return hostileNumber(random);
  return random.chance(0.5) ? hostileText(random) : hostileJson(random, 1);
}

function spoiled(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return random.pick([
    () => text.slice(0, at) + hostileText(random) + text.slice(at),
    () => text.slice(0, at),
    () => text.repeat(random.pick([2, 30, 2_000])).slice(0, random.pick([4_000, 20_000, 20_001])),
    () => text.toUpperCase(),
  ])();
}
