/** Changes when the evidence is enough, and what the agent may use in all. */
import { useState } from 'preact/hooks';
import { path, send } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import type { Agent, Threshold } from './research-types.ts';
import { useAction } from './use-action.ts';

type Level = Threshold['levels'][number];

/** From the strongest down, as the API names them. */
const LEVELS: readonly Level[] = [
  'guideline',
  'systematic review',
  'randomised trial',
  'trial',
  'cohort',
  'case',
  'opinion',
  'unknown',
];
const BUDGET = { steps: 'Steps', tokens: 'Tokens', seconds: 'Seconds of work', cost_usd: 'US dollars' } as const;

type Props = { agent: Agent; onClose: () => void; onChanged: () => void };

export function EditAgent({ agent, onClose, onChanged }: Props) {
  const [threshold, setThreshold] = useState(agent.evidence_threshold);
  const [budget, setBudget] = useState(agent.budget);
  const { run, isBusy, problem } = useAction(() => {
    onChanged();
    onClose();
  });
  const save = () =>
    run(() => send('PATCH', path`/v1/agents/${agent.id}`, { body: { evidence_threshold: threshold, budget } }));
  const toggle = (level: Level, isOn: boolean) => {
    const levels = LEVELS.filter((one) => (one === level ? isOn : threshold.levels.includes(one)));
    setThreshold({ ...threshold, levels });
  };
  return (
    <Dialog title={`Change ${agent.name}`} onClose={onClose} testId="edit-agent-dialog">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset>
          <legend>Evidence that counts</legend>
          {LEVELS.map((level) => (
            <label key={level} class="check">
              <input
                type="checkbox"
                checked={threshold.levels.includes(level)}
                onChange={(event) => toggle(level, event.currentTarget.checked)}
              />
              {level}
            </label>
          ))}
        </fieldset>
        <div class="row">
          <NumberField
            id="enough-sources"
            label="Sources that are enough"
            value={threshold.sources}
            min={1}
            max={50}
            onChange={(sources) => setThreshold({ ...threshold, sources: sources ?? 1 })}
          />
          <NumberField
            id="most-months"
            label="At most this many months old"
            value={threshold.max_age_months}
            min={1}
            max={600}
            onChange={(max_age_months) => setThreshold({ ...threshold, max_age_months })}
          />
        </div>
        <fieldset>
          <legend>It may use in all</legend>
          <div class="row">
            {(Object.keys(BUDGET) as (keyof typeof BUDGET)[]).map((part) => (
              <NumberField
                key={part}
                id={`budget-${part}`}
                label={BUDGET[part]}
                value={budget[part]}
                min={1}
                max={1_000_000_000}
                onChange={(value) => setBudget({ ...budget, [part]: value ?? budget[part] })}
              />
            ))}
          </div>
        </fieldset>
        {problem && <ProblemBox problem={problem} />}
        <div class="row dialog-actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            class="primary"
            data-testid="save-agent"
            disabled={isBusy || threshold.levels.length === 0}
          >
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}

type NumberProps = {
  id: string;
  label: string;
  value: number | null;
  min: number;
  max: number;
  onChange: (value: number | null) => void;
};

function NumberField({ id, label, value, min, max, onChange }: NumberProps) {
  return (
    <div class="stack">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={min}
        max={max}
        value={value ?? ''}
        onInput={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.valueAsNumber)}
      />
    </div>
  );
}
