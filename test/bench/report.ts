/** The report as a table and as JSON. */
import type { Growth } from './growth.ts';
import type { Latency, Window } from './measure.ts';

export type Row = Omit<Window, 'turns'> & {
  name: string;
  /** Each round's rate; `rate` is their median. */
  rates: number[];
  latency: Latency;
  roundTrips: number;
};

type Around = { machine: string; windows: Record<string, Window[]> };

const COLUMNS: [string, (row: Row) => string][] = [
  ['turns/s', (row) => row.rate.toFixed(0)],
  ['p50 ms', (row) => row.latency.p50.toFixed(1)],
  ['p99 ms', (row) => row.latency.p99.toFixed(1)],
  ['node ms', (row) => row.nodeMs.toFixed(2)],
  ['redis ms', (row) => row.redisMs.toFixed(2)],
  ['trips', (row) => row.roundTrips.toFixed(1)],
  ['scripts', (row) => row.scripts.toFixed(1)],
  ['commands', (row) => row.commands.toFixed(0)],
  ['KB', (row) => (row.bytes / 1024).toFixed(1)],
];

export function report(rows: Row[], grown: Growth, around: Around): { text: string; json: unknown } {
  const ratios = pairRatios(rows);
  const rates = grown.quarters.map(({ rate }) => rate.toFixed(0)).join(', ');
  const bytes = grown.quarters.map((quarter) => (quarter.bytes / 1024).toFixed(1)).join(', ');
  const cpu = (row?: Row) => (row ? row.nodeMs + row.redisMs : Number.NaN);
  const cost = cpu(rows[0]) / cpu(rows[1]);
  const foreign = Math.max(...rows.map((row) => row.foreignCores));
  const text = [
    '',
    around.machine,
    '',
    line(
      '',
      COLUMNS.map(([title]) => title),
    ),
    ...rows.map((row) =>
      line(
        row.name,
        COLUMNS.map(([, show]) => show(row)),
      ),
    ),
    '',
    `Medfleet / bare BullMQ   ${ratios.median.toFixed(2)}   (rounds: ${ratios.all.map((one) => one.toFixed(2)).join(', ')})`,
    `The same by CPU time     ${cost.toFixed(2)}`,
    `After ${grown.turns} turns   turns/s by quarter ${rates}; kept in Redis, KB a turn ${bytes}; keys without an end: ${grown.immortal.length}`,
    ...(foreign > 0.2 ? [`Others used up to ${foreign.toFixed(1)} cores meanwhile: compare ratios, not rates.`] : []),
    '',
  ].join('\n');
  return {
    text,
    json: { at: new Date().toISOString(), ...around, rows, ratio: { ...ratios, cpu: cost }, growth: grown },
  };
}

/** Each round of Medfleet against the round of bare BullMQ just before it. */
function pairRatios([bare, fleet]: Row[]): { median: number; all: number[] } {
  const all = (fleet?.rates ?? []).map((rate, round) => rate / (bare?.rates[round] ?? Number.NaN));
  const sorted = [...all].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return { median: (low + high) / 2, all };
}

function line(name: string, cells: string[]): string {
  return name.padEnd(22) + cells.map((cell) => cell.padStart(9)).join('');
}
