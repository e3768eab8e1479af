/** One mail: whom it goes to, every word of it, and the decision. */
import { useState } from 'preact/hooks';
import { type ProblemFields, path, send } from '../../api.ts';
import { useMe } from '../../me.ts';
import { Badge } from '../../parts/badge.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';
import { problemFieldsOf } from '../../use-loaded.ts';
import type { Approval } from './research-types.ts';

const MEANINGS: Partial<Record<Approval['status'], string>> = {
  unclear: 'The worker stopped while it was sending. It may have been sent; approve it to send it once more.',
  failed: 'It could not be sent.',
  approved: 'It is on its way.',
};

export function ApprovalCard({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const { mail, status, note } = approval;
  const isOpen = status === 'pending' || status === 'unclear';
  return (
    <article class="card" data-testid="approval" data-status={status}>
      <div class="section-head">
        <h3>
          Mail of <a href={to('research', 'agents', approval.agent_id)}>{approval.agent_name}</a>
        </h3>
        <span class="row small quiet">
          <Badge state={status} />
          <When time={approval.sent_at ?? approval.decided_at ?? approval.created_at} precise />
        </span>
      </div>
      <dl class="mail">
        <dt>To</dt>
        <dd data-testid="mail-to">{mail.to}</dd>
        <dt>Subject</dt>
        <dd>{mail.subject}</dd>
      </dl>
      <details open={isOpen}>
        <summary>Text</summary>
        {/* As it will be sent: not rendered. */}
        <pre class="mail-body" data-testid="mail-body">
          {mail.body}
        </pre>
      </details>
      {MEANINGS[status] && <p class="small">{MEANINGS[status]}</p>}
      {note && (
        <p class="small">
          <strong>Note:</strong> {note}
        </p>
      )}
      {isOpen && <Decide id={approval.id} onDecided={onDecided} />}
    </article>
  );
}

function Decide({ id, onDecided }: { id: string; onDecided: () => void }) {
  const { may } = useMe();
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemFields>();
  if (!may('approvals:write')) return <p class="small quiet">Your key may read approvals, not decide them.</p>;
  const decide = async (decision: 'approve' | 'reject') => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await send('POST', path`/v1/approvals/${id}`, { body: { decision, ...(note.trim() && { note: note.trim() }) } });
      onDecided();
    } catch (error) {
      setProblem(problemFieldsOf(error));
    }
    setIsBusy(false);
  };
  return (
    <div class="row decide">
      <label class="grow">
        Note <span class="quiet">(optional)</span>
        <input
          data-testid="note"
          maxlength={2000}
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <button type="button" class="danger" data-testid="reject" disabled={isBusy} onClick={() => decide('reject')}>
        Reject
      </button>
      <button type="button" class="primary" data-testid="approve" disabled={isBusy} onClick={() => decide('approve')}>
        Send this mail
      </button>
      {problem && <ProblemBox problem={problem} />}
    </div>
  );
}
