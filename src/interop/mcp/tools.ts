/**
 * The tools of the MCP server, as data. Each is a route of the API under another name: access, validation and the work itself are the
 * route's. Functions and pipelines become tools by themselves, one each, so that a client sees what each of them takes.
 */

export type ToolSpec = {
  name: string;
  title: string;
  /** Read by the client's model. */
  description: string;
  method: 'get' | 'post' | 'delete';
  path: string;
  /** Arguments whose name differs from the route's own, which is often only `id`. */
  names?: Readonly<Record<string, string>>;
  /** Nothing is changed by it. */
  reads: boolean;
  /** The route gives a turn, and the tool can wait for its end. */
  turn?: true;
  /** The same as a resource: its address, with the tool's arguments in braces. */
  uri?: string;
};

export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'list_teams',
    title: 'List teams',
    description: 'The teams that a message can be sent to, with their agents and whom each team answers about.',
    method: 'get',
    path: '/v1/teams',
    reads: true,
  },
  {
    name: 'send_turn',
    title: 'Send a message',
    description:
      'Sends a message to a team and waits for the reply. If it is not finished within wait_seconds, the answer has a turn_id: ' +
      'continue with get_turn. The turn goes on even if this call is given up; cancel_turn stops it.',
    method: 'post',
    path: '/v1/turns',
    reads: false,
    turn: true,
  },
  {
    name: 'get_turn',
    title: 'Read a turn',
    description: 'A turn in its current state; with wait_seconds, waits for its end first.',
    method: 'get',
    path: '/v1/turns/{id}',
    names: { turn_id: 'id' },
    reads: true,
    turn: true,
    uri: 'medfleet://turns/{turn_id}',
  },
  {
    name: 'cancel_turn',
    title: 'Cancel a turn',
    description: 'Stops a turn that has not ended.',
    method: 'delete',
    path: '/v1/turns/{id}',
    names: { turn_id: 'id' },
    reads: false,
  },
  {
    name: 'read_record',
    title: 'Read a record',
    description: 'What the record of a patient holds: conditions, medications, allergies, observations and the rest.',
    method: 'get',
    path: '/v1/patients/{id}/record',
    names: { patient_id: 'id' },
    reads: true,
    uri: 'medfleet://patients/{patient_id}/record',
  },
  {
    name: 'get_observations',
    title: 'One measurement over time',
    description: 'The values of one measurement in the record of a patient, with its range and trend.',
    method: 'get',
    path: '/v1/patients/{id}/observations/{name}',
    names: { patient_id: 'id' },
    reads: true,
  },
  {
    name: 'query_record',
    title: 'Ask a record',
    description: 'Asks the record of a patient: a question in plain words, or read-only Cypher. Give one of the two.',
    method: 'post',
    path: '/v1/patients/{id}/query',
    names: { patient_id: 'id' },
    reads: true,
  },
  {
    name: 'get_run',
    title: 'Read a run',
    description: 'A run of a function or pipeline in its current state, for one that was not finished in time.',
    method: 'get',
    path: '/v1/runs/{id}',
    names: { run_id: 'id' },
    reads: true,
    uri: 'medfleet://runs/{run_id}',
  },
  {
    name: 'list_research_agents',
    title: 'List research agents',
    description: 'The research agents of a user, the last active first.',
    method: 'get',
    path: '/v1/agents',
    reads: true,
  },
  {
    name: 'get_research_agent',
    title: 'Read a research agent',
    description: 'One research agent: its task, its budget used so far, and whether it is paused.',
    method: 'get',
    path: '/v1/agents/{id}',
    names: { agent_id: 'id' },
    reads: true,
    uri: 'medfleet://agents/{agent_id}',
  },
  {
    name: 'create_research_agent',
    title: 'Create a research agent',
    description: 'Creates a research agent and gives it its first task. It works on its own and reports later.',
    method: 'post',
    path: '/v1/agents',
    reads: false,
  },
  {
    name: 'message_research_agent',
    title: 'Message a research agent',
    description: 'Sends a message to a research agent. It reports to its conversation, not to this call.',
    method: 'post',
    path: '/v1/agents/{id}/messages',
    names: { agent_id: 'id' },
    reads: false,
  },
];

/** The arguments that an address gives; null: it is not of this template. */
export function argumentsIn(template: string, uri: string): Record<string, string> | null {
  const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[A-Za-z0-9._@-]+)');
  const groups = new RegExp(`^${pattern}$`).exec(uri)?.groups;
  return groups ? { ...groups } : null;
}

const RUNNABLE = /^\/v1\/(?:functions|pipelines)\/([a-z-]+)\/run$/;

/** The tool of a function's or pipeline's own route; null for other routes. */
export function runTool({ method, path, summary }: { method: string; path: string; summary: string }): ToolSpec | null {
  const name = method === 'post' ? RUNNABLE.exec(path)?.[1] : undefined;
  if (name === undefined) return null;
  const title = `Run ${name.replaceAll('-', ' ')}`;
  const description = `${summary.replace(/\.$/, '')}. If it is not finished within wait_seconds, the answer has a run_id: continue with get_run.`;
  return { name: `run_${name.replaceAll('-', '_')}`, title, description, method: 'post', path, reads: false };
}
