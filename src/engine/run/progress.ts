/** How far a turn is that has not ended: who has begun and who is done, for the person who watches it. */
import type { TurnView } from '../task/turn.ts';
import { flatten, type RunResult } from './run-result.ts';

/** `hash` is the turn's, in which open_run notes who begins; `journal` holds the results so far. */
export function agentsSoFar(hash: Record<string, string>, journal: Record<string, string>): TurnView['agents'] {
  const begun = Object.entries(hash)
    .filter(([field]) => field.startsWith('run:'))
    .map(([field, since]) => [
      field.slice('run:'.length),
      { status: 'running' as const, ms: Date.now() - Number(since), attempts: 1 },
    ]);
  const done = Object.entries(journal)
    .filter(([field]) => field.endsWith('/result'))
    .flatMap(([, json]) => flatten(JSON.parse(json) as RunResult))
    .map(({ agent, status, ms, attempts }) => [agent, { status, ms, attempts }]);
  return Object.fromEntries([...begun, ...done]);
}
