/** The groups of the API, in the order in which the documents show them. A route names one of them, so each has one spelling. */

export const TAGS = {
  Turns: 'Send a message, read what became of it, follow it while it happens, cancel it.',
  Sessions: 'Conversations: their messages, their state, and what arrives in them without being asked for.',
  Teams: 'Who answers: the teams, their agents, and who can do without a model.',
  Record: 'What is on file about a patient: read it, ask it, correct it, export and import it as FHIR, erase it.',
  Research: 'Agents that follow medical research for a user: their tasks, files and reports.',
  Triggers: 'Future work of research agents.',
  Approvals: 'What research agents may send only after a person has agreed.',
  Functions: 'Stateless functions and pipelines of them, their runs and what they have made.',
  Library: 'Documents that functions search and cite.',
  Calendar: 'The calendar of a user as iCalendar.',
  'Other agents': [
    'Agents for other agents. `POST /a2a` takes the envelope of the medmentor document. The A2A protocol 1.0 is served beside this API:',
    'its card is `/.well-known/agent-card.json`, its bindings are `POST /a2a/jsonrpc` and `/a2a/rest`, and push notifications that were',
    'given up are listed here. The Model Context Protocol is at `POST /mcp` (streamable HTTP, without sessions); its tools are routes',
    'of this API, with the same scopes. Both take the same tokens.',
  ].join(' '),
  Access: 'Who asks: the credentials of a request, signing in and out.',
  Keys: 'Stored keys: make, rotate and revoke them. A secret is shown once.',
  Audit: 'Who has looked at what, and which sources the replies have used.',
  Fleet: 'For operators: queues, workers, models and failed jobs.',
  Operations: 'For operators: liveness, readiness and metrics.',
  Demo: 'A demo patient, so that every page has something true to show.',
} as const satisfies Record<string, string>;

export type Tag = keyof typeof TAGS;
