/** A task for tests: by default a turn of a session, about a patient. */
import { sessionLane } from '../../queues/session-lane.ts';
import type { TaskRequest } from '../../src/engine/task/task.ts';

export function taskRequest(given: Partial<TaskRequest> & { id: string }): TaskRequest {
  const session = given.session_id === undefined ? 's1' : given.session_id;
  return {
    kind: 'turn',
    tenant: 'local',
    user_id: 'p1',
    subject: { kind: 'patient', id: 'p1' },
    about: null,
    session_id: session,
    lane: session === null ? null : sessionLane(session),
    team: 'health',
    agent: 'TusdiAI',
    user_location: null,
    input: {},
    origin: { kind: 'user' },
    deadline_ms: null,
    budget: null,
    created_at: new Date().toISOString(),
    ...given,
  };
}
