/** Reads messages in the test's own thread, where nothing is about threads. */
import type { ModelRequest } from '../../src/engine/models/model.ts';
import type { Reading } from '../../src/teams/reading.ts';
import { READING_TASKS } from '../../src/teams/reading-tasks.ts';

export const readHere: Reading = {
  read: async (name, input) => (READING_TASKS[name] as (input: unknown) => never)(input),
};

const READERS = [
  ['health', 'TriageAgent'],
  ['health', 'DataEntryAgent'],
  ['health', 'DataExtractorAgent'],
  ['health', 'MedicalMeasurementsAgent'],
  ['health', 'MedicalContextAgent'],
  ['health', 'HealthConsultantAgent'],
  ['health', 'HealthConsultantLiteAgent'],
  ['health', 'CypherAgent'],
  ['research', 'InteractionAgent'],
  ['tutor', 'SupervisorAgent'],
  ['tutor', 'QuizAgent'],
  ['tutor', 'FlashcardAgent'],
] as const;

/** By everyone who reads the message of a turn. */
export function readMessage(text: string): void {
  READING_TASKS.redFlags({ text, user_location: null });
  for (const [team, agent] of READERS) READING_TASKS.rule({ team, agent, request: requestOf(team, agent, text) });
}

function requestOf(team: string, agent: string, text: string): ModelRequest {
  return {
    team,
    agent,
    model: 'offline',
    instruction: '',
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
    tools: [],
    settings: {},
    context: { now: '2026-11-15T10:00:00.000Z', timezone: 'Europe/Berlin', state: {} },
  };
}
