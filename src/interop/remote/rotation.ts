/**
 * Which instance gets a request. A conversation stays with its instance: rendezvous hashing gives every process of the fleet the same
 * choice without a shared table, and when an instance goes only its own conversations move. Calls of no conversation take turns.
 */
import { sha256 } from '../../platform/sha256.ts';
import type { Instance } from './instance.ts';

type Candidate = Pick<Instance, 'endpoint' | 'isHealthy'> & { circuit: Pick<Instance['circuit'], 'status'> };

export type Rotation<I> = {
  /** Undefined where every circuit is open. Instances in `avoid` are taken only if there is no other. */
  next(conversation: string | null, avoid?: ReadonlySet<I>): I | undefined;
};

export function createRotation<I extends Candidate>(instances: readonly I[]): Rotation<I> {
  let turn = 0;
  return {
    next(conversation, avoid = new Set()) {
      const usable = instances.filter(({ circuit }) => circuit.status() === 'closed');
      const healthy = preferred(usable, (one) => one.isHealthy());
      const open = preferred(healthy, (one) => !avoid.has(one));
      if (conversation !== null) return ownerOf(conversation, open);
      turn += 1;
      return open[turn % open.length];
    },
  };
}

/** The last ones are kept although they are not what is wished for: their circuit decides. */
function preferred<I>(list: readonly I[], wish: (one: I) => boolean): readonly I[] {
  const found = list.filter(wish);
  return found.length > 0 ? found : list;
}

function ownerOf<I extends Candidate>(conversation: string, instances: readonly I[]): I | undefined {
  const weighed = instances.map((instance) => ({ instance, weight: sha256(`${conversation}\n${instance.endpoint}`) }));
  return weighed.sort((a, b) => (a.weight < b.weight ? 1 : -1))[0]?.instance;
}
