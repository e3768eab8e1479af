/** The dashboard's pages: their paths, and the scope that each needs. */
import type { Router } from 'express';
import type { FleetQueues } from '../queues/fleet-queues.ts';
import type { Scope } from '../src/engine/access/scopes.ts';
import { createBoard } from './board.ts';
import { createConsole } from './console.ts';

const BOARD_PATH = '/dashboard/queues';

type Page = {
  path: string;
  router: Router;
  scope: readonly [Scope, ...Scope[]] | 'open';
  writeScope?: Scope;
  signInPage?: string;
  noAccessPage?: string;
};

export function mountDashboard(allowWrite: boolean): (queues: FleetQueues) => Page[] {
  return (queues) => [
    // The board spans tenants, so reading it needs a scope that does. It comes first: the console's path contains it.
    {
      path: BOARD_PATH,
      router: createBoard({ queues: queues.all(), basePath: BOARD_PATH, allowWrite }),
      scope: ['admin', 'queues:read'],
      writeScope: 'admin',
      signInPage: '/dashboard/sign-in',
      noAccessPage: '/dashboard/no-access',
    },
    // Static files only, among them the page to sign in; the API checks access to everything that is shown.
    { path: '/dashboard', router: createConsole(), scope: 'open' },
  ];
}
