/** What the searches of an activation have given so far, round by round, and whether the evidence threshold is met. */
import { asObject, type Conversation } from '../../../engine/models/offline/conversation.ts';
import { countTowards } from '../evidence-threshold.ts';
import { identityOf, Searched, type SearchResult } from '../search/search.ts';
import type { Task } from './task.ts';

export type Harvest = {
  /** Rounds that are complete. */
  rounds: number;
  /** New sources about the topic itself, the best first. */
  fresh: SearchResult[];
  /** Sources on file. */
  known: SearchResult[];
  /** New sources that name only wider terms; they are not counted as sources about the topic. */
  related: SearchResult[];
  /** The wider terms that were searched for. */
  widened: string[];
  /** How many sources count towards the threshold. */
  counted: number;
  met: boolean;
  searched: string[];
  failed: Searched['failed'];
  notes: string[];
  leftOut: Searched['left_out'];
};

export function harvestOf({ allResponses }: Conversation, task: Task, known: SearchResult[], day: string): Harvest {
  const answers = allResponses
    .filter(({ name }) => name === 'web_search')
    .flatMap(({ result }) => Searched.safeParse(asObject(result)).data ?? NO_ANSWER);
  const seen = new Set(known.map(identityOf));
  const byRound: SearchResult[][] = [];
  let at = 0;
  for (const { queries } of task.rounds) {
    if (at >= answers.length) break;
    const found = answers.slice(at, at + queries.length).flatMap(({ results }) => results);
    byRound.push(found.filter((result) => !seen.has(identityOf(result)) && seen.add(identityOf(result))));
    at += queries.length;
  }
  const [fresh = [], ...wider] = byRound;
  const counted = countTowards(task.threshold, [...fresh, ...known], day);
  return {
    rounds: byRound.length,
    fresh,
    known,
    related: wider.flat(),
    widened: task.rounds.slice(1, byRound.length).flatMap(({ wider: terms }) => terms ?? []),
    counted,
    met: counted >= task.threshold.sources,
    searched: distinct(answers.flatMap(({ searched }) => searched)),
    failed: [...new Map(answers.flatMap(({ failed }) => failed).map((each) => [each.source, each])).values()],
    notes: distinct(answers.flatMap(({ notes }) => notes)),
    leftOut: mostOf(answers.slice(0, task.rounds[0]?.queries.length).flatMap(({ left_out }) => left_out)),
  };
}

const NO_ANSWER: Searched = { results: [], left_out: [], searched: [], failed: [], sent: null, notes: [] };

/** Queries of one round find the same works, so their counts are not added up. */
function mostOf(counts: Searched['left_out']): Searched['left_out'] {
  const most = new Map<string, number>();
  for (const { reason, count } of counts) most.set(reason, Math.max(count, most.get(reason) ?? 0));
  return [...most].map(([reason, count]) => ({ reason, count }));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
