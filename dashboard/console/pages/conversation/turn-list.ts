/** The turns of a thread in their order. */
import type * as api from '../../../../src/client/client.ts';
import { type Turn, turnOf, withView } from './turn.ts';

/** Oldest first; turns that are shown already keep their key, and those that are not sent yet stand last. */
export function mergedTurns(turns: readonly Turn[], views: readonly api.Turn[]): Turn[] {
  const sent = new Map(turns.flatMap((turn) => (turn.turn_id === '' ? [] : [[turn.turn_id, turn]])));
  for (const view of views) {
    const turn = sent.get(view.turn_id);
    sent.set(view.turn_id, turn ? withView(turn, view) : turnOf(view));
  }
  const unsent = turns.filter(({ turn_id }) => turn_id === '');
  return [...[...sent.values()].sort((a, b) => (isEarlier(a, b) ? -1 : 1)), ...unsent];
}

type Ordered = Pick<Turn, 'created_at' | 'turn_id'>;

export function isEarlier(a: Ordered, b: Ordered): boolean {
  return a.created_at === b.created_at ? a.turn_id < b.turn_id : a.created_at < b.created_at;
}
