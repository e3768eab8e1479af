/** Pause, resume, change, retire. */
import { useState } from 'preact/hooks';
import { path, send } from '../../api.ts';
import { useMe } from '../../me.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { EditAgent } from './edit-agent.tsx';
import type { Agent } from './research-types.ts';
import { useAction } from './use-action.ts';

export function AgentActions({ agent, onChanged }: { agent: Agent; onChanged: () => void }) {
  const { may } = useMe();
  const [asked, setAsked] = useState<'edit' | 'retire' | null>(null);
  const { run, isBusy, problem } = useAction(() => {
    setAsked(null);
    onChanged();
  });
  if (agent.status === 'retired' || !may('research:write')) return null;
  const become = (status: Agent['status']) =>
    run(() => send('PATCH', path`/v1/agents/${agent.id}`, { body: { status } }));
  return (
    <div class="row">
      {agent.status === 'active' ? (
        <button type="button" data-testid="pause" disabled={isBusy} onClick={() => become('paused')}>
          Pause
        </button>
      ) : (
        <button type="button" class="primary" data-testid="resume" disabled={isBusy} onClick={() => become('active')}>
          Resume
        </button>
      )}
      <button type="button" data-testid="edit-agent" onClick={() => setAsked('edit')}>
        Change
      </button>
      <button type="button" class="danger" data-testid="retire" onClick={() => setAsked('retire')}>
        Retire
      </button>
      {problem && <ProblemBox problem={problem} />}
      {asked === 'edit' && <EditAgent agent={agent} onClose={() => setAsked(null)} onChanged={onChanged} />}
      {asked === 'retire' && (
        <Confirm
          title={`Retire ${agent.name}?`}
          action="Retire"
          isBusy={isBusy}
          onConfirm={() => become('retired')}
          onClose={() => setAsked(null)}
        >
          <p>It stops for good, and its triggers with it. Its files and reports stay.</p>
        </Confirm>
      )}
    </div>
  );
}
