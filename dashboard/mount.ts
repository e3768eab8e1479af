/** Where the dashboard's pages hang in the HTTP app. */
import type { Router } from 'express';
import type { FleetQueues } from '../queues/fleet-queues.ts';
import { createBoard } from './board.ts';
import { createConsole } from './console.ts';

const BOARD_PATH = '/dashboard/queues';

export function mountDashboard(allowWrite: boolean): (queues: FleetQueues) => { path: string; router: Router }[] {
  return (queues) => [
    { path: BOARD_PATH, router: createBoard({ queues: queues.all(), basePath: BOARD_PATH, allowWrite }) },
    { path: '/dashboard', router: createConsole() },
  ];
}
