/** The findings of all analysers and of the model as one list, and a report of them that fits a budget. */
import { tokensOf } from '../../engine/models/estimate.ts';
import type { Skipped } from './analysers.ts';
import { type Finding, SEVERITIES } from './finding.ts';

/** The gate: an artifact passes without critical and without major findings. */
export function passes(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== 'critical' && severity !== 'major');
}

/** Each problem once, the gravest first, then by line. Of two that tell the same, the graver is kept, else the earlier. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>();
  for (const finding of findings) {
    const { rule, message, location } = finding;
    const key = location ? `${location.line}:${tail(rule)}` : `${tail(rule)}:${message}`;
    const before = kept.get(key);
    if (!before || rank(finding) > rank(before)) kept.set(key, finding);
  }
  return [...kept.values()].sort(
    (a, b) =>
      rank(b) - rank(a) ||
      (a.location?.line ?? 0) - (b.location?.line ?? 0) ||
      order(a.rule, b.rule) ||
      order(a.message, b.message),
  );
}

export type Reported = {
  findings: readonly Finding[];
  metrics: Readonly<Record<string, number>>;
  used: readonly string[];
  skipped: readonly Skipped[];
  /** The model's own words. */
  text: string;
};

/** At most `tokens` long: what has no room is counted. */
export function reportOf({ findings, metrics, used, skipped, text }: Reported, tokens: number): string {
  const counts = [...SEVERITIES]
    .reverse()
    .map((one) => `${findings.filter(({ severity }) => severity === one).length} ${one}`);
  const head = [
    `${passes(findings) ? 'Passed' : 'Not passed'}: ${counts.join(', ')}.`,
    `Metrics: ${
      Object.entries(metrics)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ') || 'none'
    }.`,
    `Looked: ${used.join(', ') || 'no analyser'}.`,
    ...skipped.map(({ analyser, reason }) => `Not looked: ${analyser}. ${reason}`),
    ...(text.trim() ? [firstTokens(text.trim(), tokens / 2)] : []),
  ];
  const lines = [...head];
  let room = tokens - tokensOf(Buffer.byteLength(head.join('\n'))) - MORE_TOKENS;
  let shown = 0;
  for (const { severity, rule, message, location } of findings) {
    const line = `- ${severity}${location ? ` line ${location.line}` : ''} ${rule}: ${message.slice(0, MAX_MESSAGE)}`;
    room -= tokensOf(Buffer.byteLength(line) + 1);
    if (room < 0) break;
    lines.push(line);
    shown += 1;
  }
  if (shown < findings.length) lines.push(`${findings.length - shown} more.`);
  return lines.join('\n');
}

const MORE_TOKENS = 10;
const MAX_MESSAGE = 200;

/** security/detect-child-process and detect-child-process are the same rule. */
function tail(rule: string): string {
  return rule.slice(rule.lastIndexOf('/') + 1).toLowerCase();
}

function rank({ severity }: Finding): number {
  return SEVERITIES.indexOf(severity);
}

/** Whole characters only. */
function firstTokens(text: string, tokens: number): string {
  let end = 0;
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (tokensOf(bytes) > tokens) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
