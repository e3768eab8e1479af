/** What a value outside its range is called, if it stays there: the name under which the tables know what is done about it. */
import type { Term } from '../vocabulary/term.ts';
import { termOf } from './known-terms.ts';
import type { DescribedReading } from './readings.ts';

const STANDS_FOR: Readonly<Record<string, { high?: string; low?: string }>> = {
  'Blood pressure': { high: 'Hypertension', low: 'Hypotension' },
  'LDL cholesterol': { high: 'High cholesterol' },
  'Total cholesterol': { high: 'High cholesterol' },
  'Non-HDL cholesterol': { high: 'High cholesterol' },
  HbA1c: { high: 'Type 2 diabetes' },
  'Fasting glucose': { high: 'Type 2 diabetes' },
  'Blood glucose': { high: 'Type 2 diabetes' },
  Hemoglobin: { low: 'Anemia' },
  Ferritin: { low: 'Iron deficiency anemia' },
  TSH: { high: 'Hypothyroidism', low: 'Hyperthyroidism' },
  'Uric acid': { high: 'Gout' },
  eGFR: { low: 'Chronic kidney disease' },
  'Body temperature': { high: 'Fever' },
};

const RAISES = /\b(?:rais\w*|increas\w*|boost\w*|(?:bring|get)\b.{1,40}\bup|(?:too|very|so) low)\b/i;

/** "Lower my cholesterol", "raise my ferritin": what is done about it is done about the condition that it is too high or too low in. */
export function treatedAs(term: Term, question: string): Term {
  const name = term.kind === 'observation' ? STANDS_FOR[term.name]?.[RAISES.test(question) ? 'low' : 'high'] : null;
  return (name && termOf(name, 'condition')) || term;
}

export function conditionsBehind(readings: readonly DescribedReading[]): string[] {
  return readings.flatMap(({ name, standing }) => {
    const way = standing?.endsWith('high') ? 'high' : standing?.endsWith('low') ? 'low' : null;
    return (way && STANDS_FOR[name]?.[way]) ?? [];
  });
}
