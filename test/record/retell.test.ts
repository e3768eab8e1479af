/** What the record makes of a medication that is told again; a mistake here shows a patient the wrong dose. */
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../src/record/fact.ts';
import type { Properties } from '../../src/record/patient-graph.ts';
import { propertiesOf } from '../../src/record/properties.ts';
import { retold } from '../../src/record/retell.ts';
import { told, turn } from './told.ts';

const now = turn();
const later = turn({ filed_at: '2025-04-01T09:00:00.000Z' });
const metoprolol = (more: Partial<Fact>, when = now) => propertiesOf(told('medication', 'Metoprolol', more), when);
const tell = (current: Properties, next: Properties) => retold('medication', current, next);

describe('the current dose and a former dose', () => {
  const today = metoprolol({ value: 20, unit: 'mg', status: 'active' });
  const once = metoprolol({ value: 10, unit: 'mg', status: 'past' });

  test.each([
    ['today, then once', [today, once]],
    ['once, then today', [once, today]],
  ] as const)('in one message, %s: the one of today stands', (_order, [first, second]) => {
    const known = tell(first, second);
    expect(known).toMatchObject({ value: 20, status: 'active' });
    expect(known.ended_time).toBeUndefined();
    expect(known.history).toMatchObject([{ value: 10, status: 'past' }]);
  });

  test('a former dose remembered in a later message changes nothing today', () => {
    const known = tell(today, metoprolol({ value: 5, unit: 'mg', status: 'past' }, later));
    expect(known).toMatchObject({ value: 20, status: 'active' });
  });

  test('"I take it … I stopped it yesterday" in one message ends it', () => {
    const known = tell(today, metoprolol({ status: 'stopped', effective_time: '2025-02-28' }));
    expect(known).toMatchObject({ value: 20, status: 'stopped', ended_time: '2025-02-28T00:00:00.000Z' });
  });

  test('"I used to take it" in a later message, without a dose, ends it', () => {
    expect(tell(today, metoprolol({ status: 'past' }, later))).toMatchObject({ value: 20, status: 'past' });
  });
});

test('the same fact again adds nothing to the history', () => {
  const known = tell(metoprolol({ value: 20, status: 'active' }), metoprolol({ value: 20, status: 'active' }, later));
  expect(known.history).toBeUndefined();
  expect(known.turn_id).toBe(later.turn_id);
});

test('a dose that changes for years keeps a history of bounded length, the newest last', () => {
  let known = metoprolol({ value: 0 });
  for (let dose = 1; dose <= 150; dose += 1) known = tell(known, metoprolol({ value: dose }, later));
  expect(known.history).toHaveLength(100);
  expect(known.history).toMatchObject({ 99: { value: 149 } });
});
