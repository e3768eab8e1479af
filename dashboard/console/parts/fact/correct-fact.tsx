/** Corrects a fact of the record. The value before stays in its history. */
import { useState } from 'preact/hooks';
import type { FactHistory } from '../../../../src/client/client.ts';
import { type ProblemFields, path, send } from '../../api.ts';
import { problemFieldsOf } from '../../use-loaded.ts';
import { words } from '../badge.tsx';
import { Dialog } from '../dialog.tsx';
import { ProblemBox } from '../problem-box.tsx';
import { type ChangeableField, changeableFields, type Fact, statusChoices } from './fact.ts';
import { FactField } from './fact-field.tsx';
import { factLine } from './fact-words.ts';
import { fromField, inField } from './local-day.ts';

type Props = { patient: string; fact: Fact; onClose: () => void; onDone: (now: Fact | null) => void };

export function CorrectFact({ patient, fact, onClose, onDone }: Props) {
  const [given, setGiven] = useState<Partial<Record<ChangeableField, string>>>({});
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ProblemFields>();
  const [isBusy, setBusy] = useState(false);
  const fields = changeableFields(fact.kind);
  const before = shownValues(fact);
  const change = Object.fromEntries(
    fields.flatMap((field) => {
      const text = given[field]?.trim();
      return text && text !== before[field] ? [[field, asFiled(field, text)]] : [];
    }),
  );
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const address = path`/v1/patients/${patient}/facts/${fact.id}`;
      const { fact: now } = await send<FactHistory>('PATCH', address, { body: { ...change, reason: reason.trim() } });
      onDone(now);
    } catch (error) {
      setProblem(problemFieldsOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Correct: ${fact.name}`} onClose={onClose} testId="correct-fact">
      <form
        class="fact-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p class="quiet">On file: {factLine(fact)}</p>
        {fields.map((field) => (
          <FactField
            key={field}
            field={field}
            kind={fact.kind}
            choices={statusChoices(fact)}
            value={given[field] ?? before[field] ?? ''}
            onInput={(text) => setGiven({ ...given, [field]: text })}
          />
        ))}
        <label for="fact-reason">Why is it wrong?</label>
        <input
          id="fact-reason"
          data-testid="fact-reason"
          required
          maxLength={1000}
          placeholder={`such as: I misread the ${words(fact.kind)}`}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        {problem && <ProblemBox problem={problem} />}
        <div class="row">
          <button
            type="submit"
            class="primary"
            data-testid="save-fact"
            disabled={isBusy || reason.trim() === '' || Object.keys(change).length === 0}
          >
            Correct it
          </button>
          <button type="button" onClick={onClose}>
            Leave it
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function shownValues({
  value,
  age_at_onset,
  unit,
  effective_time,
  status,
}: Fact): Partial<Record<ChangeableField, string>> {
  return {
    value: `${age_at_onset ?? value ?? ''}`,
    unit: unit ?? '',
    effective_time: inField(effective_time ?? ''),
    status: status ?? '',
  };
}

function asFiled(field: ChangeableField, text: string): number | string {
  if (field === 'value') return numberOr(text);
  return field === 'effective_time' ? fromField(text) : text;
}

function numberOr(text: string): number | string {
  const number = Number(text.replace(',', '.'));
  return Number.isNaN(number) ? text : number;
}
