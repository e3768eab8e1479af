/** Research: the agents that go on working, what they reported, what waits for a decision, and when they work next. */
import type { PageProps } from '../../page-props.ts';
import { TryDemo } from '../../parts/try-demo.tsx';
import { to } from '../../router.ts';
import { AgentPage } from './agent-page.tsx';
import { Approvals } from './approvals.tsx';
import { Inbox } from './inbox.tsx';
import { Roster } from './roster.tsx';
import { Triggers } from './triggers.tsx';
import { useOwner } from './use-owner.ts';
import { usePendingApprovals } from './use-pending.ts';
import './research.css';

const TABS = {
  agents: { label: 'Agents', View: Roster },
  inbox: { label: 'Inbox', View: Inbox },
  approvals: { label: 'Approvals', View: Approvals },
  triggers: { label: 'Triggers', View: Triggers },
} as const;

type Tab = keyof typeof TABS;

export function ResearchPage({ params }: PageProps) {
  const owner = useOwner();
  const pending = usePendingApprovals(owner);
  if (params.agent) return <AgentPage key={params.agent} id={params.agent} />;
  const tab = params.tab && Object.hasOwn(TABS, params.tab) ? (params.tab as Tab) : 'agents';
  const { View } = TABS[tab];
  return (
    <main id="main" class="page research-page">
      <h1>Research</h1>
      <nav class="tabs" aria-label="Research">
        {(Object.keys(TABS) as Tab[]).map((name) => (
          <a
            key={name}
            href={name === 'agents' ? to('research') : to('research', name)}
            aria-current={name === tab ? 'page' : undefined}
            data-testid={`tab-${name}`}
          >
            {TABS[name].label}
            {name === 'approvals' && pending > 0 && <span class="badge busy">{pending}</span>}
          </a>
        ))}
      </nav>
      {owner ? (
        <View key={owner} owner={owner} />
      ) : (
        <>
          <p>Choose a patient above to see the research agents.</p>
          <TryDemo />
        </>
      )}
    </main>
  );
}
