/**
 * The sources that an agent has seen, as a file with one line each: what tells new from known. The most recent ones are kept, with the
 * beginning of what is quoted from them.
 */
import { asObject, type Conversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleCall } from '../../../engine/models/offline/rule.ts';
import { SearchResult } from '../search/search.ts';

const SEEN = 'tracking/seen.jsonl';
const MAX_SEEN = 200;
const QUOTED_CHARS = 200;
const LINES_AT_ONCE = 2_000;

/** The next part of the file; null if all of it was read. */
export function readSeen({ responses }: Conversation): RuleCall | null {
  const read = responses.has('read_file') ? asObject(responses.get('read_file')) : { next_offset: 1 };
  if (typeof read.next_offset !== 'number') return null;
  return { name: 'read_file', args: { path: SEEN, offset: read.next_offset, limit: LINES_AT_ONCE } };
}

export function seenIn({ allResponses }: Conversation): SearchResult[] {
  return allResponses
    .filter(({ name }) => name === 'read_file')
    .flatMap(({ result }) => String(asObject(result).content ?? '').split('\n'))
    .flatMap((line) => sourceOf(line) ?? []);
}

export function writeSeen({
  fresh,
  known,
}: {
  fresh: readonly SearchResult[];
  known: readonly SearchResult[];
}): RuleCall {
  const lines = [...fresh, ...known]
    .slice(0, MAX_SEEN)
    .map((source) => JSON.stringify({ ...source, snippet: source.snippet.slice(0, QUOTED_CHARS) }));
  return { name: 'write_file', args: { path: SEEN, content: `${lines.join('\n')}\n` } };
}

/** A line that cannot be understood costs one source, which is found again. */
function sourceOf(line: string): SearchResult | null {
  try {
    return SearchResult.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
