/** What a principal may see, and what it may give to others: nothing that it has not itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  askerOf,
  LOCAL_PRINCIPAL,
  mayActAs,
  mayActFor,
  mayAskFor,
  mayCall,
  type Principal,
  UNLIMITED,
} from '../../../src/engine/access/principal.ts';
import { exceeded } from '../../../src/engine/access/rights.ts';
import { ALL_SCOPES } from '../../../src/engine/access/scopes.ts';

const PEOPLE = ['anna', 'bob', 'p1', 'p2'];
const RIGHTS = ['subject', 'scopes', 'people', 'actions', 'perMinute', 'expiresAt'] as const;
const ACTIONS = ['Analytics', 'Analytics/insights', 'Scheduler/plan', 'Scheduler/drop'];

const setOf = <T>(values: readonly T[]) => fc.subarray([...values]).map((chosen) => new Set(chosen));
const principals: fc.Arbitrary<Principal> = fc.record({
  tenant: fc.constantFrom('acme', 'beta'),
  subject: fc.constantFrom(null, 'anna', 'bob'),
  scopes: setOf(ALL_SCOPES),
  people: fc.option(setOf(PEOPLE)),
  actions: fc.option(setOf(ACTIONS)),
  key: fc.constant(null),
  perMinute: fc.option(fc.constantFrom(1, 10)),
  expiresAt: fc.option(fc.constantFrom(1000, 2000)),
  credential: fc.constant('test'),
});

const things = PEOPLE.flatMap((user_id) =>
  [undefined, ...PEOPLE].map((person) => ({ tenant: 'acme', user_id, people: [person] })),
);

test('a key that was made by a key does nothing that its maker may not', () => {
  fc.assert(
    fc.property(principals, principals, fc.subarray([...RIGHTS]), (maker, other, changed) => {
      const made = { ...maker, ...Object.fromEntries(changed.map((name) => [name, other[name]])) };
      fc.pre(exceeded(maker, made).length === 0);
      for (const scope of made.scopes) expect(maker.scopes.has(scope)).toBe(true);
      for (const person of PEOPLE) {
        if (mayActFor(made, person)) expect(mayActFor(maker, person)).toBe(true);
        if (mayActAs(made, person)) expect(mayActAs(maker, person)).toBe(true);
      }
      for (const name of ACTIONS) {
        const [agent = '', action] = name.split('/');
        if (mayCall(made, agent, action)) expect(mayCall(maker, agent, action)).toBe(true);
      }
      for (const thing of things)
        if (mayAskFor(askerOf(made), thing)) expect(mayAskFor(askerOf(maker), thing)).toBe(true);
    }),
  );
});

test('whoever asks may make a key like its own, and the machine’s own principal any', () => {
  fc.assert(
    fc.property(principals, (one) => {
      expect(exceeded(one, one)).toEqual([]);
      expect(exceeded({ ...LOCAL_PRINCIPAL, tenant: one.tenant }, one)).toEqual([]);
    }),
  );
});

test.each<[string, Partial<Principal>, Partial<Principal>]>([
  ['tenant', {}, { tenant: 'beta' }],
  ['subject', { subject: 'anna' }, { subject: null }],
  ['subject', { subject: 'anna' }, { subject: 'bob' }],
  ['subject', { people: new Set(['p1']) }, { subject: 'bob' }],
  ['scopes', { scopes: new Set(['turns:read']) }, { scopes: new Set(['turns:read', 'admin']) }],
  ['people', { people: new Set(['p1']) }, { people: null }],
  ['people', { people: new Set(['p1']) }, { people: new Set(['p1', 'p2']) }],
  ['people', { people: new Set() }, { people: new Set(['p1']) }],
  ['actions', { actions: new Set(['A/x']) }, { actions: new Set(['A']) }],
  ['actions', { actions: new Set(['A/x']) }, { actions: new Set(['A/y']) }],
  ['perMinute', { perMinute: 10 }, { perMinute: 11 }],
  ['perMinute', { perMinute: 10 }, { perMinute: null }],
  ['expiresAt', { expiresAt: 1000 }, { expiresAt: null }],
  ['expiresAt', { expiresAt: 1000 }, { expiresAt: 1001 }],
])('more in %s is refused', (name, maker, wanted) => {
  const base: Principal = { ...UNLIMITED, tenant: 'acme', subject: null, scopes: new Set(ALL_SCOPES) };
  expect(exceeded({ ...base, ...maker }, { ...base, ...maker, ...wanted })).toEqual([name]);
});

test('what is of one person and about another is seen only by who may act for both', () => {
  const limited = (...people: string[]): Principal => ({ ...LOCAL_PRINCIPAL, tenant: 'acme', people: new Set(people) });
  const turn = { tenant: 'acme', user_id: 'anna', people: ['p1', undefined] };
  const sees = (principal: Principal) => mayAskFor(askerOf(principal), turn);
  expect(sees(limited('anna', 'p1'))).toBe(true);
  for (const people of [[], ['anna'], ['p1'], ['anna', 'p2']]) expect(sees(limited(...people))).toBe(false);
  // A bound user need not be in the list to be themselves.
  expect(sees({ ...limited('p1'), subject: 'anna' })).toBe(true);
  expect(sees({ ...limited('p2'), subject: 'anna' })).toBe(false);
  expect(sees({ ...limited('anna', 'p1'), subject: 'bob' })).toBe(false);
  expect(sees({ ...limited('anna', 'p1'), tenant: 'beta' })).toBe(false);
});
