import { expect, test } from 'vitest';
import type { Properties } from '../../src/record/patient-graph.ts';
import { entryOf, regimenOf } from '../../src/record/properties.ts';

/** JSON has no infinite number: what was filed as one stands in the store as null. */
const damaged = (json: string) => JSON.parse(json) as Properties;
const when = { turn_id: 't', recorded_at: '2025-01-01T00:00:00.000Z', confidence: 1 };

test('a record that was filed with numbers without end can be read, without those numbers', () => {
  const taken = damaged('{"name":"Metformin","frequency":"often","times_per_day":null,"value":null,"unit":"mg"}');
  expect(regimenOf('id', { ...taken, ...when })).toEqual({
    id: 'id',
    kind: 'medication',
    name: 'Metformin',
    unit: 'mg',
    frequency: { text: 'often' },
    ...when,
  });
  const measured = damaged('{"name":"Grip","value":3,"canonical_value":null,"canonical_unit":"kg"}');
  expect(entryOf('observation', 'id', { ...measured, ...when })).not.toHaveProperty('canonical');
});
