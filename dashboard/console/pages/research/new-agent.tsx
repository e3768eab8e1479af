/** Creates a research agent with its first task, and a schedule if one is given. */
import { useState } from 'preact/hooks';
import { type ProblemFields, randomKey, send } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { currentPatient } from '../../person.ts';
import { problemFieldsOf } from '../../use-loaded.ts';
import type { Agent } from './research-types.ts';
import { ScheduleField, timezone } from './schedule-field.tsx';

type Props = { owner: string; onClose: () => void; onCreated: (id: string) => void };

export function NewAgent({ owner, onClose, onCreated }: Props) {
  // One key for all tries: sending twice must not create two.
  const [key] = useState(randomKey);
  const [topic, setTopic] = useState('');
  const [task, setTask] = useState('');
  const [schedule, setSchedule] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemFields>();
  const create = async () => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const patient = currentPatient();
      const agent = await send<Agent>('POST', '/v1/agents', {
        headers: { 'idempotency-key': key },
        body: {
          user_id: owner,
          ...(patient && patient !== owner && { patient_id: patient }),
          session_id: `research-${key}`,
          name: topic.trim().slice(0, 80),
          description: topic.trim(),
          message: task.trim(),
        },
      });
      if (schedule.trim())
        await send('POST', '/v1/triggers', {
          headers: { 'idempotency-key': `${key}-trigger` },
          body: { agent_id: agent.id, schedule: schedule.trim(), instruction: task.trim(), timezone },
        });
      onCreated(agent.id);
    } catch (error) {
      setProblem(problemFieldsOf(error));
      setIsBusy(false);
    }
  };
  return (
    <Dialog title="New research agent" onClose={onClose} testId="new-agent-dialog">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label for="agent-topic">Topic</label>
        <input
          id="agent-topic"
          data-testid="agent-topic"
          required
          minlength={3}
          maxlength={500}
          placeholder="SGLT2 inhibitors in kidney disease"
          value={topic}
          onInput={(event) => setTopic(event.currentTarget.value)}
        />
        <label for="agent-task">First task</label>
        <textarea
          id="agent-task"
          data-testid="agent-task"
          required
          maxlength={4000}
          rows={3}
          placeholder="Find phase 3 trials since 2023 and report what they found."
          value={task}
          onInput={(event) => setTask(event.currentTarget.value)}
        />
        <ScheduleField value={schedule} onChange={setSchedule} label="And again" isOptional />
        {problem && <ProblemBox problem={problem} />}
        <div class="row dialog-actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" data-testid="create-agent" disabled={isBusy}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  );
}
