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

type Settings = { DASHBOARD_WRITE: boolean; BASE_PATH: string };

export function mountDashboard({ DASHBOARD_WRITE, BASE_PATH }: Settings): (queues: FleetQueues) => Page[] {
  return (queues) => [
    // The board spans tenants, so reading it needs a scope that does. It comes first: the console's path contains it.
    {
      path: BOARD_PATH,
      router: createBoard({
        queues: queues.all(),
        basePath: BASE_PATH,
        path: BOARD_PATH,
        allowWrite: DASHBOARD_WRITE,
      }),
      scope: ['admin', 'queues:read'],
      writeScope: 'admin',
      signInPage: '/dashboard/sign-in',
      noAccessPage: '/dashboard/no-access',
    },
    // Static files only, among them the page to sign in; the API checks access to everything that is shown.
    { path: '/dashboard', router: createConsole(BASE_PATH), scope: 'open' },
  ];
}
