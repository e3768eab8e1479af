/**
 * The name of every key that Medfleet itself keeps in Redis. All share one hash tag, so a whole turn lives in one cluster
 * slot and a script may touch all of it. BullMQ's own keys live below `bull`.
 */

export type Keys = ReturnType<typeof createKeys>;

export function createKeys(prefix: string) {
  const tag = `{${prefix}}`;
  return {
    /** Passed to every script as its one key: the script derives the rest, in the same slot. */
    tag,
    bull: `${tag}:bull`,
    turn: (id: string) => `${tag}:turn:${id}`,
    journal: (id: string) => `${tag}:turn:${id}:journal`,
    events: (id: string) => `${tag}:turn:${id}:events`,
    session: (tenant: string, id: string) => `${tag}:session:${tenant}:${id}`,
    messages: (tenant: string, id: string) => `${tag}:session:${tenant}:${id}:messages`,
    sessionState: (tenant: string, id: string) => `${tag}:session:${tenant}:${id}:state`,
    sessionTurns: (tenant: string, id: string) => `${tag}:session:${tenant}:${id}:turns`,
    patientTurns: (tenant: string, id: string) => `${tag}:patient:${tenant}:${id}:turns`,
    /** What a session was told without having asked: reports of research agents, once they have been put into words. */
    sessionEvents: (tenant: string, id: string) => `${tag}:session:${tenant}:${id}:events`,
    sessionChannel: (tenant: string, id: string) => `${tag}:events:session:${tenant}:${id}`,
    researchAgents: (tenant: string, user: string) => `${tag}:agents:${tenant}:${user}`,
    researchAgent: (id: string) => `${tag}:agent:${id}`,
    reports: (tenant: string, user: string) => `${tag}:reports:${tenant}:${user}`,
    report: (id: string) => `${tag}:report:${id}`,
    triggers: (tenant: string, user: string) => `${tag}:triggers:${tenant}:${user}`,
    trigger: (id: string) => `${tag}:trigger:${id}`,
    approvals: (tenant: string, user: string) => `${tag}:approvals:${tenant}:${user}`,
    approval: (id: string) => `${tag}:approval:${id}`,
    /** Approved, and not yet on its way. */
    deliveries: `${tag}:deliveries`,
    /** Turns that were admitted and have not ended, by time of admission. */
    open: `${tag}:open`,
    /** Turns that hold their session's gate, by the time someone last saw them alive. */
    started: `${tag}:started`,
    /** Worker processes by id: their roles, their connections, whose locks are theirs. */
    workers: `${tag}:workers`,
    /** Pub/sub: a turn's events as they happen. */
    eventChannel: (id: string) => `${tag}:events:${id}`,
    /** Pub/sub: ids of cancelled turns. */
    cancelChannel: `${tag}:cancelled`,
  };
}
