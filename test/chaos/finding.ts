/** What was looked at, what must be, what was seen. */
export type Finding = { scenario: string; what: string; wanted: string; seen: string; ok: boolean };

export function equal(scenario: string, what: string, seen: number, wanted: number, detail = ''): Finding {
  return { scenario, what, wanted: String(wanted), seen: `${seen}${detail && ` (${detail})`}`, ok: seen === wanted };
}

/** A figure that nobody judges: times depend on the machine. */
export function figure(scenario: string, what: string, seen: string): Finding {
  return { scenario, what, wanted: '', seen, ok: true };
}

export function table(findings: readonly Finding[]): string {
  const rows = findings.map(({ scenario, what, wanted, seen, ok }) => [
    scenario,
    what,
    wanted,
    seen,
    wanted && (ok ? 'ok' : 'BROKEN'),
  ]);
  const all = [['scenario', 'what', 'wanted', 'seen', ''], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function seconds(ms: number): string {
  return Number.isNaN(ms) ? '-' : `${(ms / 1000).toFixed(1)} s`;
}
