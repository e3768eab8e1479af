/**
 * Runs the Cypher that an agent wrote, over this turn's patient and nobody else. The guard checks every query and prints it
 * again from its syntax tree; a refusal is returned to the agent with rule, place and fix, so that it can try again.
 */
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { type Cell, guard, QueryRefused } from '../../../record/index.ts';
import { LAST_QUERY } from '../record-question.ts';
import { clipped } from './entry-digest.ts';
import { recordTool } from './record-tool.ts';

/** An agent reads no more than this; the run would cut it in the middle otherwise. */
const MAX_CHARS = 24_000;
const MAX_ROWS = 100;

const FIX = 'Fix the query and call query_graph again.';
const HINTS: Readonly<Record<string, string>> = {
  anchor: 'Begin with MATCH (p:Patient {uuid: $patient_uuid}) and go on from p.',
  function:
    'There are no date functions: times are text; compare them with $now, $since or a text such as "2026-01-01".',
  text_search:
    'Names are searched with toLower() on both sides and CONTAINS; only a uuid, a code or a status is compared with =.',
  where_placement: 'All MATCH clauses first, then one WHERE.',
  whole_node: 'Return properties such as n.name, never a whole node.',
  write: 'The record can only be read.',
  label: 'get_graph_schema lists the labels.',
  property: 'get_graph_schema lists the properties.',
  relationship: 'get_graph_schema lists the relationships and their directions.',
};

export const queryGraph = recordTool({
  name: 'query_graph',
  description:
    'Runs one read-only Cypher query over this patient’s record and returns its rows. A query that is not allowed comes back ' +
    'with the rule, the place and what to write instead.',
  input: z.object({
    cypher: z
      .string()
      .min(1)
      .max(8000)
      .describe(
        'MATCH (p:Patient {uuid: $patient_uuid}) first; directed, typed relationships; properties in RETURN; a LIMIT. $now, ' +
          '$today, $since (three months ago) and $until are given.',
      ),
  }),
  output: z.union([
    z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())), truncated: z.boolean() }),
    z.object({ error: z.string(), rule: z.string(), hint: z.string() }),
  ]),
  effect: 'read',
  async run({ cypher }, { record, patient, now, state }) {
    try {
      const { columns, rows, truncated } = await record().read(patient, guard(cypher, {}, now));
      state.set(LAST_QUERY, cypher);
      const kept = fitting(rows);
      return { columns: [...columns], rows: kept, truncated: truncated || kept.length < rows.length };
    } catch (thrown) {
      return refusal(thrown);
    }
  },
});

/** Errors that the agent can fix are returned as a value; an outage of the store is rethrown. */
function refusal(thrown: unknown): { error: string; rule: string; hint: string } {
  if (thrown instanceof QueryRefused) {
    const hint = HINTS[thrown.rule];
    return { error: thrown.message, rule: thrown.rule, hint: hint ? `${hint} ${FIX}` : FIX };
  }
  if (thrown instanceof AppError && (thrown.code === 'invalid' || thrown.code === 'query_too_slow')) {
    return { error: thrown.message, rule: thrown.code, hint: FIX };
  }
  throw thrown;
}

function fitting(rows: readonly Cell[][]): Cell[][] {
  const kept: Cell[][] = [];
  let size = 0;
  for (const row of rows.slice(0, MAX_ROWS)) {
    const cells = row.map((cell) => (typeof cell === 'string' ? clipped(cell) : cell));
    size += JSON.stringify(cells).length;
    if (size > MAX_CHARS) break;
    kept.push(cells);
  }
  return kept;
}
