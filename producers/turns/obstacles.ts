/**
 * What keeps turns from going on: no worker for a role, or no Redis. One look for the whole process every two seconds, and only while
 * somebody follows a turn for that long; each follower is told when it begins and when it is over.
 */
import type { Agent, Teams } from '../../src/engine/agents/team.ts';
import { kindOf } from '../../src/engine/kinds/kinds.ts';

export type Obstacle = { reason: 'no_worker'; role: string; roles: string[] } | { reason: 'redis_unavailable' };

/** Null: nothing is in the way any more. */
type Tell = (obstacle: Obstacle | null) => void;

type Follower = { roles: readonly string[]; tell: Tell; told: string };

export type Obstacles = {
  /** Returns a function that stops telling. */
  follow(team: string, tell: Tell): () => void;
};

const LOOK_EVERY_MS = 2_000;
/** A Redis that takes longer does not answer. */
const LOOK_MS = 4_000;

type Parts = {
  /** The roles that have a live worker. */
  liveRoles(): Promise<ReadonlySet<string>>;
  teams: () => Teams;
};

export function watchObstacles({ liveRoles, teams }: Parts): Obstacles {
  const followers = new Set<Follower>();
  let planned = false;

  const look = async () => {
    const live = await answerOf(liveRoles());
    for (const follower of followers) {
      const obstacle = obstacleFor(follower.roles, live);
      const told = JSON.stringify(obstacle);
      if (told === follower.told) continue;
      follower.told = told;
      follower.tell(obstacle);
    }
    planned = false;
    if (followers.size > 0) lookLater();
  };
  const lookLater = () => {
    if (planned) return;
    planned = true;
    setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  };

  return {
    follow(team, tell) {
      const follower = { roles: rolesOf(teams(), team), tell, told: JSON.stringify(null) };
      followers.add(follower);
      lookLater();
      return () => followers.delete(follower);
    },
  };
}

/** Null if Redis does not answer. Whatever else goes wrong is no answer either; /readyz says what it is. */
async function answerOf(asked: Promise<ReadonlySet<string>>): Promise<ReadonlySet<string> | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    // An answer that arrived while this process was busy is read before the time is called up.
    timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve(null))), LOOK_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function obstacleFor(roles: readonly string[], live: ReadonlySet<string> | null): Obstacle | null {
  if (!live) return { reason: 'redis_unavailable' };
  const missing = roles.filter((role) => !live.has(role));
  const [role] = missing;
  return role === undefined ? null : { reason: 'no_worker', role, roles: missing };
}

/** The queues that jobs of a message to this team are in. A standalone agent begins tasks of its own. */
function rolesOf(teams: Teams, name: string): string[] {
  const team = teams.get(name);
  if (!team) return [];
  const queueOf = (agent: Agent) =>
    agent.dispatch === 'job' && !agent.standalone && !kindOf(agent).isTask ? [agent.worker] : [];
  const root = team.agents.get(team.root);
  const first = (root && kindOf(root).taskQueue) ?? 'turn';
  return [...new Set([first, ...[...team.agents.values()].flatMap(queueOf)])];
}
