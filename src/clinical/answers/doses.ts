/**
 * The span of daily doses that the US label (DailyMed) gives adults for common tablets, so that a stated dose can be put
 * beside it. For information only: the right dose for a person depends on kidneys, liver, age and purpose.
 */

export type DoseSpan = { low: number; high: number; unit: string; note?: string };

const LABEL_DOSES: ReadonlyMap<string, DoseSpan> = new Map(
  Object.entries<DoseSpan>({
    Metformin: { low: 500, high: 2550, unit: 'mg' },
    Sitagliptin: { low: 25, high: 100, unit: 'mg' },
    Empagliflozin: { low: 10, high: 25, unit: 'mg' },
    Glipizide: { low: 2.5, high: 40, unit: 'mg' },
    Lisinopril: { low: 2.5, high: 80, unit: 'mg' },
    Enalapril: { low: 2.5, high: 40, unit: 'mg' },
    Ramipril: { low: 2.5, high: 20, unit: 'mg' },
    Losartan: { low: 25, high: 100, unit: 'mg' },
    Valsartan: { low: 80, high: 320, unit: 'mg' },
    Amlodipine: { low: 2.5, high: 10, unit: 'mg' },
    Metoprolol: { low: 25, high: 450, unit: 'mg' },
    Atenolol: { low: 25, high: 200, unit: 'mg' },
    Hydrochlorothiazide: { low: 12.5, high: 50, unit: 'mg' },
    Furosemide: { low: 20, high: 600, unit: 'mg' },
    Atorvastatin: { low: 10, high: 80, unit: 'mg' },
    Simvastatin: { low: 5, high: 40, unit: 'mg' },
    Rosuvastatin: { low: 5, high: 40, unit: 'mg' },
    Pravastatin: { low: 10, high: 80, unit: 'mg' },
    Omeprazole: { low: 20, high: 40, unit: 'mg' },
    Sertraline: { low: 25, high: 200, unit: 'mg' },
    Escitalopram: { low: 10, high: 20, unit: 'mg' },
    Citalopram: { low: 20, high: 40, unit: 'mg' },
    Fluoxetine: { low: 20, high: 80, unit: 'mg' },
    Gabapentin: { low: 300, high: 3600, unit: 'mg' },
    Allopurinol: { low: 100, high: 800, unit: 'mg' },
    Levothyroxine: { low: 12.5, high: 300, unit: 'mcg' },
    Ibuprofen: { low: 200, high: 3200, unit: 'mg', note: 'at most 1,200 mg a day without a prescription' },
    Acetaminophen: { low: 325, high: 4000, unit: 'mg', note: 'all products that contain it counted together' },
  }),
);

/** Made when it is first needed: it loads the tables of a language. */
let format: Intl.NumberFormat | undefined;
const TO_MG: Readonly<Record<string, number>> = { mg: 1, g: 1000, mcg: 0.001, µg: 0.001, ug: 0.001 };

export function labelDose(drug: string): DoseSpan | null {
  return LABEL_DOSES.get(drug) ?? null;
}

/** A daily dose beside the label's span, in words; null where either is not known. */
export function compareDose(drug: string, dailyDose: number, unit: string): string | null {
  const span = labelDose(drug);
  const factor = TO_MG[unit.toLowerCase()];
  const spanFactor = span ? TO_MG[span.unit] : undefined;
  if (!span || !factor || !spanFactor) return null;
  const daily = (dailyDose * factor) / spanFactor;
  const inside = daily === span.high ? 'at the upper limit of' : 'within';
  const where = daily < span.low ? 'below' : daily > span.high ? 'above' : inside;
  return `${number(daily)} ${span.unit} a day in all, ${where} the ${doseText(span)}`;
}

export function doseText(span: DoseSpan): string {
  const note = span.note ? `; ${span.note}` : '';
  return `usual adult range of ${number(span.low)} to ${number(span.high)} ${span.unit} a day (US label${note})`;
}

function number(value: number): string {
  format ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  return format.format(value);
}
