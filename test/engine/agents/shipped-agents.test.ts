/** The agents that we ship: they load, they say what the documents fix, and their templates hold nothing unknown. */
import { beforeAll, describe, expect, test } from 'vitest';
import { renderInstruction } from '../../../src/engine/agents/instruction.ts';
import { type Agent, agentOf, type Team, type Teams } from '../../../src/engine/agents/team.ts';
import { teamsTable } from '../../../src/engine/agents/teams-table.ts';
import { loadShippedTeams } from '../../../src/load-shipped-teams.ts';

/** What the callbacks and the session put into the state. */
const STATE_KEYS = /^(current_time|timezone|last_user_message|machina_med_state\.session_topic_node_type)$/;

let teams: Teams;
let health: Team;
const agent = (name: string): Agent => agentOf(health, name);

beforeAll(async () => {
  ({ teams } = await loadShippedTeams('agents'));
  health = teams.get('health') as Team;
});

test('the health team has the documented tree', () => {
  expect(health.root).toBe('TusdiAI');
  expect([...health.agents.keys()].sort()).toEqual([
    'AskTusdiAIHandlerAgent',
    'CypherAgent',
    'DataEntryAgent',
    'DataExtractorAgent',
    'GoogleSearchAgent',
    'HealthConsultantAgent',
    'HealthConsultantLiteAgent',
    'MedicalContextAgent',
    'MedicalMeasurementsAgent',
    'ParallelDataExtractor',
    'TriageAgent',
    'TusdiAI',
    'UrlHandlerAgent',
  ]);
  expect(agent('TusdiAI')).toMatchObject({ type: 'parallel', sub_agents: ['TriageAgent', 'ParallelDataExtractor'] });
  for (const name of agent('ParallelDataExtractor').sub_agents) {
    expect(agent(name)).toMatchObject({ worker: 'extractor', include_contents: 'none', transfers: [], tools: [] });
    expect(agent(name).output).toBeDefined();
  }
});

test('triage can reach the two consultants and nobody else', () => {
  expect(agent('TriageAgent').transfers).toEqual(['HealthConsultantAgent', 'HealthConsultantLiteAgent']);
});

test('the consultant without the record has no way to it', () => {
  expect(agent('HealthConsultantLiteAgent')).toMatchObject({
    access: [],
    tools: ['cross_reference'],
    transfers: [],
    include_contents: 'user',
  });
});

describe('triage says the fixed texts to the letter', () => {
  test.each([
    'I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics.',
    'Please use the [specific section] in the side panel to view your complete [data type].',
    'To share your health information, please use the appropriate section in the side panel.',
    'To edit your health information, please use the appropriate section in the side panel.',
  ])('%s', (text) => {
    const { instruction, instruction_short } = agent('TriageAgent');
    expect(instruction).toContain(`\n${text}\n`);
    expect(instruction_short).toContain(`\n${text}\n`);
  });

  test('and the one for a URL that cannot be read', () => {
    expect(agent('TriageAgent').tools).toContainEqual(
      expect.objectContaining({
        name: 'handle_url_request',
        fallback: 'I was unable to retrieve that URL. Please try again or provide a different URL.',
        first: 'video_answer',
      }),
    );
  });
});

test('every instruction renders from a bare session, with no key that nobody sets', () => {
  for (const { name, instruction = '' } of health.agents.values()) {
    const asked: string[] = [];
    const rendered = renderInstruction(instruction, (key) => {
      asked.push(key);
      return undefined;
    });
    expect(rendered, name).not.toMatch(/\{[a-z_:.]+\??\}/);
    const unknown = asked.filter((key) => !STATE_KEYS.test(key) && key !== 'machina_med_state');
    expect(unknown, name).toEqual([]);
  }
});

describe('a provider’s prompt cache keeps the instruction', () => {
  const COMMON = 0.9;
  const common = (one: string, other: string) => {
    const at = [...one].findIndex((letter, index) => letter !== other[index]);
    return at < 0 ? one.length : at;
  };

  test('of every agent of every team: another time, user, record and message change its end alone', () => {
    const instructed = [...teams.values()]
      .flatMap((team) => [...team.agents.values()])
      .filter((one) => one.instruction);
    expect(instructed.length).toBeGreaterThan(25);
    for (const { team, name, instruction = '', instruction_short = instruction } of instructed) {
      for (const template of [instruction, instruction_short]) {
        const [one, other] = ['2026-03-18T10:30Z', 'Anna, 61, takes metformin'].map((value) =>
          renderInstruction(template, () => value),
        );
        expect(common(one as string, other as string), `${team}/${name}`).toBeGreaterThan(COMMON * template.length);
      }
    }
  });
});

test('triage and the extractors have a short form, under half as long, for a model with little room', () => {
  for (const name of ['TriageAgent', ...agent('ParallelDataExtractor').sub_agents]) {
    const { instruction = '', instruction_short = '' } = agent(name);
    expect(instruction_short.length, name).toBeGreaterThan(500);
    expect(instruction_short.length, name).toBeLessThan(instruction.length / 2);
  }
});

test('agents that need the time are given it', () => {
  for (const { name, instruction = '', callbacks } of health.agents.values()) {
    if (instruction.includes('{current_time')) expect(callbacks.before_agent, name).toContain('update_current_time');
  }
});

test('the table shows each agent with queue, model and how it is reached', () => {
  const table = teamsTable(new Map([['health', health]]));
  expect(table).toMatch(/^health: 13 agents, root TusdiAI\n/);
  expect(table).toMatch(/\n {4}TriageAgent +llm +triage +gemini-2\.5-flash +run by TusdiAI\n/);
  expect(table).toMatch(/\n {2}CypherAgent .* tool of HealthConsultantAgent, standalone\n/);
});
