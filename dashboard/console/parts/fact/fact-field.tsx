/** One field of a fact that can be corrected. */
import { useState } from 'preact/hooks';
import type { ChangeableField } from './fact.ts';

type Props = {
  field: ChangeableField;
  kind: string;
  value: string;
  choices: readonly string[];
  onInput: (text: string) => void;
};

const LABELS: Record<ChangeableField, string> = {
  value: 'Value',
  unit: 'Unit',
  effective_time: 'Date',
  status: 'Status',
};
const VALUES: Record<string, string> = { medication: 'Dose', family_history: 'Age when it began, in years' };

export function FactField({ field, kind, value, choices, onInput }: Props) {
  const id = `fact-${field}`;
  const label = field === 'value' ? (VALUES[kind] ?? LABELS.value) : LABELS[field];
  // Decided once: a month or a year alone cannot be shown by a date picker.
  const [picker] = useState(pickerFor(value));
  const shared = {
    id,
    'data-testid': id,
    value,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
  return (
    <>
      <label for={id}>{label}</label>
      {field === 'status' && (
        <select {...shared}>
          {value === '' && <option value="">not known</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
      {field === 'effective_time' && (picker ? <input {...shared} type={picker} /> : <input {...shared} />)}
      {field === 'value' && <input {...shared} inputMode="decimal" />}
      {field === 'unit' && <input {...shared} />}
    </>
  );
}

function pickerFor(value: string): 'date' | 'datetime-local' | null {
  if (value.includes('T')) return 'datetime-local';
  return value === '' || value.length === 'YYYY-MM-DD'.length ? 'date' : null;
}
