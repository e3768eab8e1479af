/** Queries made up by chance: good ones with their tokens shuffled, and new ones in the shape of the schema. */
import { LABELS, RELATIONSHIPS } from '../../../src/record/schema.ts';
import { DISGUISES, OTHERS, SHAPES, WRITES } from './hostile.ts';
import { PATIENT, QUESTIONS } from './questions.ts';

export type Random = {
  chance: (p: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  below: (n: number) => number;
};

/** The same numbers for the same seed (mulberry32), so that a find can be found again. */
export function randomFrom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(from: readonly T[]): T => {
    const [picked] = from.slice(below(from.length));
    if (picked === undefined) throw new Error('There is nothing to pick from');
    return picked;
  };
  return { chance: (p) => next() < p, below, pick };
}

const TOKEN = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\$?\w+|<>|<=|>=|->|<-|\.\.|\s+|[^\s\w]/gs;
const seeds = Object.values(QUESTIONS).map((text) => text.match(TOKEN) ?? []);
const hostile = [...WRITES, ...DISGUISES, ...SHAPES, ...OTHERS].flatMap(([, , text]) => text.match(TOKEN) ?? []);
const VOCABULARY = [
  ...new Set([...seeds.flat(), ...hostile, ...Object.keys(LABELS), ...RELATIONSHIPS.map((r) => r.type)]),
];

/** One to four tokens left out, doubled, moved, or replaced by others. */
export function mutant(random: Random): string {
  const tokens = [...random.pick(seeds)];
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const at = random.below(tokens.length);
    const token = tokens[at] ?? '';
    const kind = random.below(5);
    if (kind === 0) tokens.splice(at, 1);
    else if (kind === 1) tokens.splice(at, 0, token);
    else if (kind === 2) tokens.splice(at, 1, random.pick(VOCABULARY));
    else if (kind === 3) tokens.splice(at, 0, random.pick(VOCABULARY));
    else tokens.splice(at, 1, ...tokens.splice(random.below(tokens.length), 1, token));
  }
  return tokens.join('');
}

/** A patient, then clauses that follow the schema in both directions; whether they stay with the patient is left to chance. */
export function schemaShaped(random: Random): string {
  const labels = new Map([['p', 'Patient']]);
  const any = () => random.pick([...labels.keys()]);
  /** A node of that label: one that has a name already, a new one, or one without a name. */
  const node = (label: string): [text: string, name: string] => {
    const same = [...labels].filter(([, known]) => known === label).map(([name]) => name);
    if (same.length > 0 && random.chance(0.5)) {
      const name = random.pick(same);
      return [`(${name})`, name];
    }
    const name = random.chance(0.8) ? `n${labels.size}` : '';
    if (name) labels.set(name, label);
    return [`(${name}${random.chance(0.5) ? `:${label}` : ''})`, name];
  };
  const chain = (start: string, from: string) => {
    let [text, label] = [start, from];
    for (let hops = 1 + random.below(3); hops > 0; hops--) {
      const forth = RELATIONSHIPS.filter((edge) => edge.from === label);
      const back = RELATIONSHIPS.filter((edge) => edge.to === label);
      const forward = back.length === 0 || (forth.length > 0 && random.chance(0.7));
      const edge = random.pick<(typeof RELATIONSHIPS)[number]>(forward ? forth : back);
      const detail = random.chance(0.2) ? '' : `[:${edge.type}]`;
      label = forward ? edge.to : edge.from;
      text += forward ? `-${detail}->${node(label)[0]}` : `<-${detail}-${node(label)[0]}`;
    }
    return text;
  };
  const from = () => {
    if (random.chance(0.85)) {
      const name = any();
      return chain(`(${name})`, labels.get(name) ?? '');
    }
    const label = random.pick(Object.keys(LABELS));
    return chain(node(label)[0], label);
  };
  /** The first of a group is only defined in an order, so one is given: without it each engine may take another. */
  const passOn = () => {
    const all = [...labels.keys()];
    const kept = all.filter(() => random.chance(0.7));
    const lost = all.find((name) => !kept.includes(name));
    const first = lost && random.chance(0.5) ? lost : undefined;
    const items = [...kept, ...(first ? [`head(collect(${first})) AS ${first}_1`] : [])];
    if (first) labels.set(`${first}_1`, labels.get(first) ?? '');
    for (const name of all) if (!kept.includes(name) && !name.endsWith('_1')) labels.delete(name);
    if (items.length === 0 || labels.size === 0) return [];
    return [...(first ? [`WITH ${all.join(', ')} ORDER BY ${first}.uuid`] : []), `WITH ${items.join(', ')}`];
  };
  const clause = (): string[] => {
    if (labels.size === 0) return [];
    const kind = random.below(7);
    if (kind === 0) return passOn();
    if (kind === 1) return [`OPTIONAL MATCH ${from()}`];
    if (kind === 2) return [`MATCH (${any()}) WHERE EXISTS { ${from()} }`];
    if (kind === 3) return [`MATCH (${any()}) WHERE NOT ${from()}`];
    if (kind === 4) return [`MATCH (${any()}) WHERE COUNT { ${from()} } > 0`];
    return [`MATCH ${from()}${random.chance(0.3) ? `, ${from()}` : ''}`];
  };
  const first = `MATCH ${random.chance(0.5) ? PATIENT : chain(PATIENT, 'Patient')}`;
  const rest = Array.from({ length: random.below(5) }, clause).flat();
  return [first, ...rest, `RETURN ${labels.size > 0 ? `${any()}.uuid AS x` : '1 AS x'}`].join('\n');
}
