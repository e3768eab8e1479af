/** Corrects a fact. The old value stays in its history, with the reason. */
import { useState } from 'preact/hooks';
import { type ProblemFields, path, send } from '../../api.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { problemFieldsOf } from '../../use-loaded.ts';
import { Field } from './field.tsx';
import type { Entry, FactHistory } from './record-data.ts';

type FieldName = 'value' | 'unit' | 'effective_time' | 'status';
type Props = { patient: string; entry: Entry; onDone: (now: FactHistory) => void; onCancel: () => void };

/** What the API lets be corrected, by kind. */
const FIELDS: Readonly<Record<string, readonly FieldName[]>> = {
  observation: ['value', 'unit', 'effective_time', 'status'],
  medication: ['value', 'unit', 'effective_time', 'status'],
  profile: ['value'],
  family_history: ['value'],
};
const OTHERS: readonly FieldName[] = ['effective_time', 'status'];

/** The common ones; the API names the others if one is refused. */
const CLINICAL = ['active', 'inactive', 'resolved', 'remission', 'recurrence'];
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  condition: CLINICAL,
  symptom: CLINICAL,
  allergy: ['active', 'inactive', 'resolved'],
  observation: ['preliminary', 'amended', 'corrected'],
  medication: ['active', 'planned', 'on hold', 'stopped', 'completed'],
  encounter: ['scheduled', 'active', 'past', 'cancelled'],
  procedure: ['scheduled', 'active', 'past', 'stopped', 'on hold'],
  document: ['superseded'],
};

export function CorrectForm({ patient, entry, onDone, onCancel }: Props) {
  const fields = FIELDS[entry.kind] ?? OTHERS;
  const before = givenOf(entry);
  const [given, setGiven] = useState(before);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ProblemFields>();
  const [isBusy, setBusy] = useState(false);
  const changes = fields.filter((field) => given[field].trim() !== before[field] && given[field].trim() !== '');
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const body = { ...Object.fromEntries(changes.map((field) => [field, parsed(field, given[field].trim())])), reason };
    try {
      onDone(await send<FactHistory>('PATCH', path`/v1/patients/${patient}/facts/${entry.id}`, { body }));
    } catch (error) {
      setProblem(problemFieldsOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      class="card form"
      data-testid="correct-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {fields.map((field, index) => (
        <Field
          key={field}
          isFirst={index === 0}
          label={labelOf(entry, field)}
          name={field}
          value={given[field]}
          onValue={(value) => setGiven((now) => ({ ...now, [field]: value }))}
          suggestions={field === 'status' ? (STATUSES[entry.kind] ?? []) : []}
          hint={field === 'effective_time' ? 'A day (2025-03-01), a month (2025-03) or a year.' : undefined}
        />
      ))}
      <Field
        label="Reason"
        name="reason"
        value={reason}
        onValue={setReason}
        required
        hint="Stays with the old value."
      />
      {problem && <ProblemBox problem={problem} />}
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy || changes.length === 0 || reason.trim() === ''}>
          Save the correction
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function givenOf({ value, unit, effective_time, status, age_at_onset }: Entry): Record<FieldName, string> {
  return {
    value: String(value ?? age_at_onset ?? ''),
    unit: unit ?? '',
    effective_time: effective_time ?? '',
    status: status ?? '',
  };
}

/** A number where it reads as one; results such as "negative" are words. */
function parsed(field: FieldName, text: string): string | number {
  const isNumber = field === 'value' && /^-?\d+([.,]\d+)?$/.test(text);
  return isNumber ? Number(text.replace(',', '.')) : text;
}

function labelOf({ kind, name }: Entry, field: FieldName): string {
  if (field === 'unit') return 'Unit';
  if (field === 'status') return 'Status';
  if (field === 'effective_time') return kind === 'observation' ? 'Measured' : 'When';
  if (kind === 'medication') return 'Dose';
  if (kind === 'family_history') return 'Age at onset, in years';
  return kind === 'profile' ? name : 'Value';
}
