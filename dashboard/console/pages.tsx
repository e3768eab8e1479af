/** The pages, by address. */
import type { ComponentType } from 'preact';
import type { PageProps } from './page-props.ts';
import { ConversationPage } from './pages/conversation/conversation-page.tsx';
import { FleetPage } from './pages/fleet/fleet-page.tsx';
import { NoAccessPage } from './pages/no-access/no-access-page.tsx';
import { RecordPage } from './pages/record/record-page.tsx';
import { ResearchPage } from './pages/research/research-page.tsx';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { TurnPage } from './pages/turn/turn-page.tsx';
import { TurnsPage } from './pages/turns/turns-page.tsx';

export type PageRow = {
  /** Below `/dashboard`. */
  path: string;
  title: string;
  Page: ComponentType<PageProps>;
  /** Without the navigation, and for those who are not signed in. */
  bare?: true;
};

export const PAGES: readonly PageRow[] = [
  { path: '/', title: 'Conversation', Page: ConversationPage },
  { path: '/sessions/:session', title: 'Conversation', Page: ConversationPage },
  { path: '/record', title: 'Record', Page: RecordPage },
  { path: '/record/:section', title: 'Record', Page: RecordPage },
  { path: '/turns', title: 'Turns', Page: TurnsPage },
  { path: '/turns/:turn', title: 'Turn', Page: TurnPage },
  { path: '/research', title: 'Research', Page: ResearchPage },
  { path: '/research/:tab', title: 'Research', Page: ResearchPage },
  { path: '/research/agents/:agent', title: 'Research agent', Page: ResearchPage },
  { path: '/fleet', title: 'Fleet', Page: FleetPage },
  { path: '/no-access', title: 'No access', Page: NoAccessPage },
  { path: '/sign-in', title: 'Sign in', Page: SignInPage, bare: true },
];
