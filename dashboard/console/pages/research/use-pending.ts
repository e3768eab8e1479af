/** How many approvals wait for a decision. */
import type { ApprovalList } from '../../../../src/client/client.ts';
import { get } from '../../api.ts';
import { useMe } from '../../me.ts';
import { useLoaded } from '../../use-loaded.ts';

const EVERY_MS = 15_000;

export function usePendingApprovals(owner: string): number {
  const { may } = useMe();
  const { data } = useLoaded(
    owner && may('approvals:read') ? owner : null,
    (signal) => get<ApprovalList>('/v1/approvals', { query: { user_id: owner, status: 'pending' }, signal }),
    { everyMs: EVERY_MS },
  );
  return data?.approvals.length ?? 0;
}
