/**
 * What several artifacts say about the same thing. A topic has one position for each artifact that speaks of it; positions of the same
 * value agree. How a conflict is settled is the same for sentences, fields and declarations.
 */

/** `value`: what is compared. `place`: where it stood, so that neighbours stay together. */
export type Position = { artifact: string; statement: string; value: string; place: number };
export type Topic = { topic: string; positions: Position[] };

export type Policy = 'first_wins' | 'consensus' | 'flag';
export type Strategy = 'merge' | 'reconcile' | 'vote';
export type ConflictFound = {
  topic: string;
  positions: { artifact: string; statement: string }[];
  resolution: string | null;
};
/** `chosen` is null where the conflict is left open. */
export type Settled = { chosen: Position | null; conflict: ConflictFound | null };

export function settle({ topic, positions }: Topic, strategy: Strategy, policy: Policy): Settled {
  const groups = groupsOf(positions);
  const [first] = positions;
  if (groups.length <= 1 || !first) return { chosen: first ?? null, conflict: null };
  const [largest = [], second = []] = groups;
  const isMajority = largest.length > second.length;
  const by = (chosen: Position | null, resolution: string | null): Settled => ({
    chosen,
    conflict: { topic, positions: positions.map(({ artifact, statement }) => ({ artifact, statement })), resolution },
  });
  const counted = `${largest.length} of ${positions.length}`;
  if (strategy === 'vote' && isMajority)
    return by(largest[0] ?? null, `Majority: ${counted} say: ${largest[0]?.statement}`);
  if (policy === 'first_wins') return by(first, `first_wins: ${first.artifact} says: ${first.statement}`);
  if (policy === 'consensus' && isMajority)
    return by(largest[0] ?? null, `consensus: ${counted} say: ${largest[0]?.statement}`);
  return by(null, null);
}

/** How far those who speak of the same thing agree: the mean share of the largest group. 1 if no two speak of the same thing. */
export function agreementOf(topics: readonly Topic[]): number {
  const shared = topics.filter(({ positions }) => positions.length > 1);
  if (shared.length === 0) return 1;
  const sum = shared.reduce(
    (total, { positions }) => total + (groupsOf(positions)[0]?.length ?? 0) / positions.length,
    0,
  );
  return Math.round((sum / shared.length) * 100) / 100;
}

/** By value, the largest first; of equals the one that was said first. */
export function groupsOf(positions: readonly Position[]): Position[][] {
  const groups = new Map<string, Position[]>();
  for (const position of positions) {
    const known = groups.get(position.value);
    if (known) known.push(position);
    else groups.set(position.value, [position]);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length);
}
