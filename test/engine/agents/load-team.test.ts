/** Mistakes that show only in the team as a whole: names, references, the tree, and which fields go together. */
import { expect, test } from 'vitest';
import { loadTeams } from '../../../src/engine/agents/load.ts';
import { KNOWN, KNOWN_TO_DEMO, llm, problemsOf, teamYml, writeTeam } from './team-files.ts';

const parallel = (name: string, ...more: string[]) =>
  [`name: ${name}`, 'type: parallel', 'description: Runs others', 'worker: turn', ...more].join('\n');

test('a misspelt agent, callback or root is matched to the real one', async () => {
  expect(
    await problemsOf({
      'team.yml': teamYml('Tap'),
      Top: parallel('Top', 'sub_agents:', '  - Helpr'),
      Helper: llm('Helper', 'transfers: [Bakcup]', 'callbacks:', '  before_agent: [update_curent_time, note_answer]'),
      Backup: llm('Backup', 'tools: [{agent: Helpper, name: ask, fallback: Sorry}]'),
    }),
  ).toEqual([
    { file: 'Backup/config.yml', line: 6, message: 'unknown agent "Helpper"', fix: 'did you mean "Helper"?' },
    { file: 'Helper/config.yml', line: 6, message: 'unknown agent "Bakcup"', fix: 'did you mean "Backup"?' },
    {
      file: 'Helper/config.yml',
      line: 8,
      message: 'the callback "note_answer" does not fit "before_agent"',
      fix: 'move it to "after_model"',
    },
    {
      file: 'Helper/config.yml',
      line: 8,
      message: 'unknown callback "update_curent_time"',
      fix: 'did you mean "update_current_time"?',
    },
    { file: 'Top/config.yml', line: 6, message: 'unknown agent "Helpr"', fix: 'did you mean "Helper"?' },
    { file: 'team.yml', line: 2, message: 'unknown agent "Tap"', fix: 'did you mean "Top"?' },
  ]);
});

test('a name that is like no other gets the list of those that exist', async () => {
  expect(await problemsOf({ 'team.yml': teamYml('Helper'), Helper: llm('Helper', 'tools: [x_ray]') })).toMatchObject([
    { message: 'unknown tool "x_ray"', fix: 'use one of fetch_page, current_time, get_patient_record' },
  ]);
});

test('two agents of one name are refused, and so is a folder with another name than its agent or team', async () => {
  expect(await problemsOf({ 'team.yml': teamYml('Helper'), Helper: llm('Helper'), Another: llm('Helper') })).toEqual([
    {
      file: 'Another/config.yml',
      line: 1,
      message: 'the name "Helper" is taken by Helper/config.yml:1',
      fix: 'name it "Another" like its folder',
    },
  ]);
  expect(
    await problemsOf({ 'team.yml': teamYml('Helper').replace('demo', 'memo'), Folder: llm('Helper') }),
  ).toMatchObject([
    { file: 'Folder/config.yml', line: 1, message: 'the agent "Helper" is in the folder "Folder"' },
    { file: 'team.yml', line: 1, message: 'the team "memo" is in the folder "demo"' },
  ]);
});

test('an agent with two parents is refused, and the first is named', async () => {
  expect(
    await problemsOf({
      'team.yml': teamYml('Top'),
      Top: parallel('Top', 'sub_agents:', '  - Left', '  - Right'),
      Left: parallel('Left', 'sub_agents: [Shared]'),
      Right: parallel('Right', 'sub_agents:', '  - Shared'),
      Shared: llm('Shared'),
    }),
  ).toEqual([
    {
      file: 'Right/config.yml',
      line: 6,
      message: '"Shared" has a parent already, "Left" (Left/config.yml:5)',
      fix: expect.stringContaining('transfers'),
    },
  ]);
});

test('agents that would call each other without end are refused', async () => {
  expect(
    await problemsOf({
      'team.yml': teamYml('A'),
      A: parallel('A', 'sub_agents: [B]'),
      B: llm('B', 'tools:', '  - agent: C', '    name: ask_c', '    fallback: Sorry'),
      C: llm('C', 'tools:', '  - agent: B', '    name: ask_b', '    fallback: Sorry'),
    }),
  ).toMatchObject([{ file: 'C/config.yml', line: 7, message: 'a circle: B -> C -> B' }]);
  expect(await problemsOf({ 'team.yml': teamYml('A'), A: parallel('A', 'sub_agents: [A]') })).toMatchObject([
    { file: 'A/config.yml', line: 5, message: 'a circle: A -> A' },
    { file: 'team.yml', line: 2, message: 'the root "A" is a sub-agent of "A"' },
  ]);
});

test('transfers lead in a circle only where the team says so', async () => {
  const files = (...more: string[]) => ({
    'team.yml': teamYml('A', ...more),
    A: llm('A', 'transfers: [B]'),
    B: llm('B', 'transfers: [C]'),
    C: llm('C', 'transfers: [A, D]'),
    D: llm('D'),
  });
  expect(await problemsOf(files())).toEqual([
    {
      file: 'team.yml',
      line: 1,
      message: 'A, B, C can hand over to one another in a circle',
      fix: 'remove one of the transfers, or declare it: "transfer_cycles: [[A, B, C]]"',
    },
  ]);
  expect(await problemsOf(files('transfer_cycles: [[A, B]]'))).toHaveLength(1);
  expect(await problemsOf(files('transfer_cycles: [[C, B, A]]'))).toEqual([]);
  expect(await problemsOf(files('transfer_cycles: [[A, B, C], [A, E]]'))).toMatchObject([
    { message: 'unknown agent "E"' },
  ]);
});

test('a parent and its sub-agent are no circle', async () => {
  const files = { 'team.yml': teamYml('A'), A: llm('A', 'sub_agents: [B]'), B: llm('B', 'transfers: [A]') };
  expect(await problemsOf(files)).toEqual([]);
});

test('an agent with a built-in tool has no hand-over, not even to its parent', async () => {
  const files = (...more: string[]) => ({
    'team.yml': teamYml('A'),
    A: llm('A', 'sub_agents: [B]'),
    B: llm('B', 'tools: [{builtin: google_search}]', ...more),
  });
  expect(await problemsOf(files())).toMatchObject([
    { file: 'B/config.yml', message: expect.stringContaining('a built-in tool cannot stand beside transfers') },
  ]);
  expect(await problemsOf(files('disallow_transfer_to_parent: true'))).toEqual([]);
});

test('a misspelt type or access is one problem, not one for each field that depends on it', async () => {
  expect(
    await problemsOf({
      'team.yml': teamYml('Top'),
      Top: parallel('Top', 'sub_agents: [Helper]').replace('parallel', 'paralel'),
      Helper: llm('Helper', 'access: recrod', 'tools: [get_patient_record]'),
    }),
  ).toEqual([
    { file: 'Helper/config.yml', line: 6, message: '"access" is "recrod"', fix: 'it must be a list' },
    { file: 'Top/config.yml', line: 2, message: '"type" is "paralel"', fix: 'did you mean "parallel"?' },
  ]);
});

test('a hand-over to itself is refused', async () => {
  expect(await problemsOf({ 'team.yml': teamYml('A'), A: llm('A', 'transfers:', '  - A') })).toMatchObject([
    { file: 'A/config.yml', line: 7, message: '"A" hands over to itself', fix: 'remove it' },
  ]);
});

test('an agent that no other can reach is refused, unless its config says that it stands alone', async () => {
  const files = { 'team.yml': teamYml('A'), A: llm('A'), B: llm('B') };
  expect(await problemsOf(files)).toMatchObject([
    { file: 'B/config.yml', line: 1, message: 'nobody reaches "B" from the root' },
  ]);
  expect(await problemsOf({ ...files, B: llm('B', 'standalone: true') })).toEqual([]);
  expect(await problemsOf({ ...files, A: llm('A', 'sub_agents: [B]') })).toEqual([]);
  expect(await problemsOf({ ...files, A: llm('A', 'transfers: [B]') })).toEqual([]);
});

test('only an agent with access to a workspace may list a tool over files', async () => {
  const team = (...more: string[]) => ({
    'team.yml': teamYml('Helper'),
    Helper: llm('Helper', 'tools: [write_file]', ...more),
  });
  const tools = new Map([['write_file', { needs: 'workspace' }]]);
  const known = { ...KNOWN, team: () => ({ ...KNOWN_TO_DEMO, tools }) };
  expect(await problemsOf(team(), known)).toMatchObject([
    { line: 6, message: expect.stringContaining('needs access'), fix: expect.stringContaining('access: [workspace]') },
  ]);
  expect(await problemsOf(team('access: [workspace]'), known)).toEqual([]);
});

test('only an agent with access to the record may list a tool, or an agent, that needs it', async () => {
  const reader = llm('Reader', 'access: [record]', 'tools: [get_patient_record]');
  const helper = (...more: string[]) =>
    llm(
      'Helper',
      'tools:',
      '  - get_patient_record',
      '  - agent: Reader',
      '    name: read',
      '    fallback: No',
      ...more,
    );
  const team = { 'team.yml': teamYml('Helper'), Reader: reader };
  expect(await problemsOf({ ...team, Helper: helper() })).toMatchObject([
    {
      line: 7,
      message: expect.stringContaining('"get_patient_record" needs access to the record'),
      fix: expect.stringContaining('access: [record]'),
    },
    { line: 8, message: expect.stringContaining('"Reader" needs'), fix: expect.stringContaining('access: [record]') },
  ]);
  expect(await problemsOf({ ...team, Helper: helper('access: [record]') })).toEqual([]);
});

test('a built-in tool stands alone: no second one, no function tools, no transfers', async () => {
  const search = '  - builtin: google_search';
  const team = { 'team.yml': teamYml('A') };
  expect(await problemsOf({ ...team, A: llm('A', 'tools:', search) })).toEqual([]);
  expect(await problemsOf({ ...team, A: llm('A', 'tools:', '  - fetch_page', search) })).toMatchObject([
    { line: 8, message: 'a built-in tool cannot stand beside other tools' },
  ]);
  expect(await problemsOf({ ...team, A: llm('A', 'tools:', search, 'transfers: [B]'), B: llm('B') })).toMatchObject([
    { line: 7, message: 'a built-in tool cannot stand beside transfers' },
  ]);
  expect(await problemsOf({ ...team, A: llm('A', 'tools:', search, search) })).toMatchObject([
    { line: 8, message: 'an agent can have one built-in tool' },
    { line: 8, message: 'two tools are called "google_search"' },
  ]);
});

test('each type has what it needs and nothing that it would ignore', async () => {
  expect(
    await problemsOf({
      'team.yml': teamYml('Top'),
      Top: parallel('Top', 'instruction: Be good.', 'sub_agents: [Empty, Again, Bare]'),
      Empty: 'name: Empty\ntype: sequential\ndescription: Nothing\nworker: turn',
      Again: 'name: Again\ntype: loop\ndescription: Over and over\nworker: turn\nsub_agents: [Inner]',
      Inner: llm('Inner', 'max_iterations: 3'),
      Bare: 'name: Bare\ndescription: Nothing to go by\nworker: turn\ninstruction: " "',
    }),
  ).toMatchObject([
    { file: 'Again/config.yml', line: 1, message: 'a loop needs max_iterations' },
    { file: 'Bare/config.yml', line: 1, message: 'an llm agent needs a model' },
    { file: 'Bare/config.yml', line: 4, message: 'an llm agent needs an instruction' },
    { file: 'Empty/config.yml', line: 1, message: 'a sequential agent needs sub_agents' },
    { file: 'Inner/config.yml', line: 6, message: 'only a loop has max_iterations' },
    { file: 'Top/config.yml', line: 5, message: 'a parallel agent has no instruction' },
  ]);
});

test('only an llm agent can be a tool, under a name that the model can call', async () => {
  expect(
    await problemsOf({
      'team.yml': teamYml('A'),
      A: llm('A', 'tools:', '  - agent: Both', '    name: ask them', '    fallback: Sorry', '  - transfer_to_agent'),
      Both: parallel('Both', 'sub_agents: [B]'),
      B: llm('B'),
    }),
  ).toMatchObject([
    { line: 7, message: '"Both" is a parallel agent', fix: 'only an llm agent can be a tool' },
    { line: 8, message: '"ask them" cannot be a tool\'s name' },
    { line: 10, message: '"transfer_to_agent" is offered where it is needed', fix: 'remove it' },
    { line: 10, message: 'unknown tool "transfer_to_agent"' },
  ]);
});

test('a team names the models of its agents in one place, as the transfers document has it', async () => {
  const bare = (name: string, ...more: string[]) => llm(name, ...more).replace(/^model: .*\n/m, '');
  const models = ['model_config:', '  main_model: gemini-2.5-pro', '  sub_agent_model: gemini-2.5-flash'];
  const special = [...models, '  specialized_agents:', '    scout_agent_model: gemini-2.5-pro'];
  const files = (yml: string[], ...more: string[]) => ({
    'team.yml': teamYml('beto', ...yml),
    beto: bare('beto', 'sub_agents: [scout_agent, todo_agent]'),
    scout_agent: bare('scout_agent', ...more),
    todo_agent: bare('todo_agent'),
  });
  const team = (await loadTeams(await writeTeam(files(special)), KNOWN)).get('demo');
  const named = [...(team?.agents.values() ?? [])].map(({ name, model }) => [name, model]);
  expect(Object.fromEntries(named)).toEqual({
    beto: 'gemini-2.5-pro',
    scout_agent: 'gemini-2.5-pro',
    todo_agent: 'gemini-2.5-flash',
  });
  expect(await problemsOf(files(models, 'model: gemini-2.5-pro'))).toMatchObject([
    { file: 'scout_agent/config.yml', message: 'the team names the models of its agents' },
  ]);
  const wrong = [...special, '    scot_agent_model: gemini-2.5-pro'].map((line) =>
    line.replace('2.5-flash', '2.5-flahs'),
  );
  const known = { ...KNOWN, models: ['gemini-2.5-pro', 'gemini-2.5-flash'] };
  expect(await problemsOf(files(wrong), known)).toMatchObject([
    { file: 'team.yml', message: 'unknown model "gemini-2.5-flahs"', fix: 'did you mean "gemini-2.5-flash"?' },
    { file: 'team.yml', message: 'unknown agent "scot_agent"', fix: 'did you mean "scout_agent"?' },
  ]);
});
