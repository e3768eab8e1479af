/** Creates a trigger, or changes what one does and when. */
import { useState } from 'preact/hooks';
import { path, randomKey, send } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import type { Trigger } from './research-types.ts';
import { ScheduleField, timezone } from './schedule-field.tsx';
import { useAction } from './use-action.ts';

type Props = { onClose: () => void; onChanged: () => void } & (
  | { trigger: Trigger; agent?: never }
  | { agent: string; trigger?: never }
);

export function EditTrigger({ trigger, agent, onClose, onChanged }: Props) {
  const [key] = useState(randomKey);
  const [schedule, setSchedule] = useState(trigger?.schedule ?? '');
  const [instruction, setInstruction] = useState(trigger?.instruction ?? '');
  const { run, isBusy, problem } = useAction(() => {
    onChanged();
    onClose();
  });
  const save = () =>
    run(() => {
      const wish = { schedule: schedule.trim(), instruction: instruction.trim(), timezone };
      return trigger
        ? send('PATCH', path`/v1/triggers/${trigger.id}`, { body: wish })
        : send('POST', '/v1/triggers', { headers: { 'idempotency-key': key }, body: { agent_id: agent, ...wish } });
    });
  return (
    <Dialog title={trigger ? 'Change a trigger' : 'New trigger'} onClose={onClose} testId="edit-trigger-dialog">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ScheduleField value={schedule} onChange={setSchedule} label="When" />
        <label for="trigger-instruction">What it shall do then</label>
        <textarea
          id="trigger-instruction"
          data-testid="trigger-instruction"
          required
          minlength={3}
          maxlength={4000}
          rows={3}
          value={instruction}
          onInput={(event) => setInstruction(event.currentTarget.value)}
        />
        {problem && <ProblemBox problem={problem} />}
        <div class="row dialog-actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" data-testid="save-trigger" disabled={isBusy}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
