/**
 * Searches all configured places in parallel, keeps each work once, and judges it by what the query requires. Libraries are given the
 * planner's words; services elsewhere are given what `build` leaves of them, or are not asked.
 */
import type { BuildOutwardQuery, OutwardQuery } from '../../../engine/models/outward-query.ts';
import { toAppError } from '../../../platform/errors.ts';
import { judge } from './judge.ts';
import { identityOf, type Places, type Reader, type Searched, type SearchQuery, type Work } from './search.ts';

const DEADLINE_MS = 20_000;

/** `sent` is called for each service that is asked. */
export type SearchContext = { reader: Reader; signal: AbortSignal; sent(to: string, query: OutwardQuery): void };

export type SearchEverywhere = (query: SearchQuery, context: SearchContext) => Promise<Searched>;

type Asked = { name: string; results: Promise<Work[]> };

export function createSearch({ local, outward, off }: Places, build: BuildOutwardQuery): SearchEverywhere {
  return async (query, { reader, signal, sent }) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
    const leaving = outward.length > 0 ? await build(query) : null;
    const asked: Asked[] = [
      ...local.map((place) => ({ name: place.name, results: place.search(query, { reader, signal: limit }) })),
      ...(leaving
        ? outward.map((place) => {
            sent(place.name, leaving);
            return { name: place.name, results: place.search(leaving, limit) };
          })
        : []),
    ];
    const answers = await Promise.allSettled(asked.map(({ results }) => results));
    signal.throwIfAborted();
    const found = new Map<string, { result: Work; rank: number }>();
    const failed: Searched['failed'] = [];
    for (const [index, answer] of answers.entries()) {
      const { name } = asked[index] as Asked;
      if (answer.status === 'rejected') failed.push({ source: name, reason: toAppError(answer.reason).message });
      else
        for (const [rank, result] of answer.value.entries()) {
          const id = identityOf(result);
          const known = found.get(id);
          if (!known) found.set(id, { result, rank });
          // Found twice: fields that are missing in one result are taken from the other.
          else known.result = { ...result, ...known.result, ...longer(known.result, result) };
        }
    }
    const { results, left_out } = judge([...found.values()], query);
    const names = outward.map(({ name }) => name);
    return {
      results,
      left_out,
      searched: asked.map(({ name }) => name),
      failed,
      sent: leaving && { to: names, words: leaving.words, ...(leaving.since && { since: leaving.since }) },
      notes: [...off, ...(names.length > 0 && !leaving ? [notSent(names)] : [])],
    };
  };
}

function notSent(names: readonly string[]): string {
  return `Nothing was sent to ${names.join(', ')}: the query names no condition, symptom, medicine, test or procedure of the vocabulary.`;
}

function longer(a: Work, b: Work): Pick<Work, 'snippet' | 'text'> {
  const text = (b.text?.length ?? 0) > (a.text?.length ?? 0) ? b.text : a.text;
  return { snippet: b.snippet.length > a.snippet.length ? b.snippet : a.snippet, ...(text !== undefined && { text }) };
}
