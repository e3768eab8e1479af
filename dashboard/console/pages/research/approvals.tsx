/** What agents want to send: exactly what, to whom; nothing leaves before a person agrees. */
import type { ApprovalList } from '../../../../src/client/client.ts';
import { get } from '../../api.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { ApprovalCard } from './approval-card.tsx';

const EVERY_MS = 10_000;

export function Approvals({ owner }: { owner: string }) {
  const { data, problem, reload } = useLoaded(
    owner,
    (signal) => get<ApprovalList>('/v1/approvals', { query: { user_id: owner }, signal }),
    { everyMs: EVERY_MS },
  );
  const waiting = data?.approvals.filter(({ status }) => status === 'pending' || status === 'unclear') ?? [];
  const decided = data?.approvals.filter((approval) => !waiting.includes(approval)) ?? [];
  return (
    <>
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {!data && !problem && <div class="skeleton" />}
      {data && waiting.length === 0 && (
        <p class="quiet">Nothing waits for you. A mail that an agent has written appears here before it is sent.</p>
      )}
      <ul class="approvals" data-testid="approvals">
        {waiting.map((approval) => (
          <li key={approval.id}>
            <ApprovalCard approval={approval} onDecided={reload} />
          </li>
        ))}
      </ul>
      {decided.length > 0 && (
        <section>
          <h2>Decided</h2>
          <ul class="approvals" data-testid="decided">
            {decided.map((approval) => (
              <li key={approval.id}>
                <ApprovalCard approval={approval} onDecided={reload} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
