/** What an analyser is given, and how it writes down what it finds. */
import type { Analysis, AnalysisType, ArtifactType } from './analysers.ts';
import type { Finding } from './finding.ts';
import type { Language } from './language.ts';

export type Artifact = {
  text: string;
  artifact_type: ArtifactType;
  analysis_type: AnalysisType;
  /** Of code; `unknown` for anything else. */
  language: Language;
};

/** An analyser's findings beyond this are counted and not listed: a file of a million dots is one problem. */
const MAX_FINDINGS = 200;

type Place = { line: number; column?: number };
type Details = Pick<Finding, 'severity' | 'message'> & { at?: Place | null; fix?: string };

/** Collects the findings of one analyser. */
export function findingsOf(source: string) {
  const findings: Finding[] = [];
  let more = 0;
  return {
    add(rule: string, { severity, message, at = null, fix }: Details): void {
      if (findings.length < MAX_FINDINGS)
        findings.push({ rule, severity, message, location: at, fix_hint: fix ?? null, source });
      else more += 1;
    },
    with(metrics: Record<string, number>): Analysis {
      return { findings, metrics: more > 0 ? { ...metrics, findings_not_listed: more } : metrics };
    },
  };
}

/** The line and column, both from 1, of places in a text that are asked for in any order. */
export function placesOf(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
