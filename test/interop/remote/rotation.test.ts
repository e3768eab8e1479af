/** Which instance a conversation belongs to, for any set of instances. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRotation } from '../../../src/interop/remote/rotation.ts';

type Instance = { endpoint: string; up: boolean; well: boolean };

const instances = fc.uniqueArray(
  fc.record({ endpoint: fc.webUrl({ validSchemes: ['https'] }), up: fc.boolean(), well: fc.boolean() }),
  { selector: ({ endpoint }) => endpoint, minLength: 1, maxLength: 8 },
);
const conversation = fc.string({ minLength: 1 });

function rotationOf(list: Instance[]) {
  return createRotation(
    list.map(({ endpoint, up, well }) => ({
      endpoint,
      isHealthy: () => well,
      circuit: { status: () => (up ? ('closed' as const) : ('open' as const)) },
    })),
  );
}

test('a call goes to an instance whose circuit is closed, a well one if there is one, or nowhere', () => {
  fc.assert(
    fc.property(instances, fc.option(conversation), (list, id) => {
      const chosen = list.find(({ endpoint }) => endpoint === rotationOf(list).next(id)?.endpoint);
      const up = list.filter((one) => one.up);
      if (up.length === 0) return chosen === undefined;
      return chosen?.up === true && (chosen.well || up.every(({ well }) => !well));
    }),
  );
});

test('two processes choose the same instance, in whatever order they know them', () => {
  fc.assert(
    fc.property(instances, conversation, (list, id) => {
      expect(rotationOf(list.toReversed()).next(id)?.endpoint).toBe(rotationOf(list).next(id)?.endpoint);
    }),
  );
});

test('when another instance goes, a conversation stays where it is', () => {
  fc.assert(
    fc.property(instances, conversation, fc.nat(), (list, id, at) => {
      const all = list.map(({ endpoint }) => ({ endpoint, up: true, well: true }));
      const owner = rotationOf(all).next(id)?.endpoint;
      const gone = all[at % all.length];
      if (gone && gone.endpoint !== owner) {
        gone.up = false;
        expect(rotationOf(all).next(id)?.endpoint).toBe(owner);
      }
    }),
  );
});

test('calls of no conversation take turns', () => {
  fc.assert(
    fc.property(instances, (list) => {
      const all = list.map(({ endpoint }) => ({ endpoint, up: true, well: true }));
      const rotation = rotationOf(all);
      const chosen = all.map(() => rotation.next(null)?.endpoint);
      expect(new Set(chosen).size).toBe(all.length);
    }),
  );
});
