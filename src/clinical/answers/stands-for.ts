/** What a value outside its range is called, if it stays there: the name under which the tables know what is done about it. */
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

/** "Lower my cholesterol": what is done against a high one. */
export function standsFor(test: string, way: 'high' | 'low'): string | null {
  return STANDS_FOR[test]?.[way] ?? null;
}

export function conditionsBehind(readings: readonly DescribedReading[]): string[] {
  return readings.flatMap(({ name, standing }) => {
    const way = standing?.endsWith('high') ? 'high' : standing?.endsWith('low') ? 'low' : null;
    return (way && standsFor(name, way)) ?? [];
  });
}
