/** /mcp with the official client: what an ordinary MCP client can do, as whom, and on which replica. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { INPUTS, OFFLINE } from '../../support/function-calls.ts';
import { MODERN, mcpClient } from '../../support/mcp-client.ts';

const ALL = 'all-token-0123456789';
const READER = 'reader-token-0123456789';
const OTHER = 'other-token-0123456789';

let fleet: Fleet;
let replica: Fleet;

beforeAll(async () => {
  const env = { API_TOKENS: `acme:${ALL},acme[record:read]:${READER},beta:${OTHER}` };
  fleet = await startFleet({ env });
  replica = await startFleet({ roles: [], env: { ...env, REDIS_PREFIX: fleet.base.config.REDIS_PREFIX } });
});
afterAll(async () => {
  await replica.close();
  await fleet.close();
});

const client = (token = ALL, urls = [fleet.url]) => mcpClient(urls, token);

describe('tools', () => {
  test('are those of the API, each with a schema and with words for a model', async () => {
    const { client: mcp } = await client();
    const { tools } = await mcp.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['list_teams', 'send_turn', 'get_turn', 'cancel_turn', 'read_record', 'query_record', 'get_observations'],
        ...['list_research_agents', 'create_research_agent', 'message_research_agent', 'get_run'],
        ...['run_summarize_content', 'run_extract_structure', 'run_code_generation'],
      ]),
    );
    for (const { name, description, inputSchema } of tools) {
      expect(name).toMatch(/^[a-z_]{3,64}$/);
      expect(description?.length).toBeGreaterThan(20);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    const send = tools.find(({ name }) => name === 'send_turn');
    expect(send?.inputSchema.required).toEqual(['text']);
    expect(Object.keys(send?.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['team', 'patient_id', 'user_id', 'session_id', 'wait_seconds', 'idempotency_key']),
    );
    expect(mcp.getServerVersion()?.name).toBe('medfleet');
    expect(mcp.getInstructions()).toContain('not a diagnosis');
  });

  test('a token sees and calls only those of its scopes', async () => {
    const { names, call } = await client(READER);
    expect(await names()).toEqual(['get_observations', 'query_record', 'read_record']);
    await expect(call('send_turn', { text: 'hello', patient_id: 'p1' })).rejects.toThrow('no such tool');
    await expect(call('nonsense')).rejects.toThrow('no such tool');
  });
});

describe.each([undefined, MODERN] as const)('in the revision %s', (revision) => {
  const speaking = (token = ALL) => mcpClient([fleet.url], token, revision);

  test('answers fit the schema of their tool, and so do errors', async () => {
    const { client: mcp, call } = await speaking();
    // The client checks each answer against the schemas that it has listed.
    const { tools } = await mcp.listTools();
    expect(tools.filter(({ outputSchema }) => !outputSchema).map(({ name }) => name)).toEqual([]);
    const sent = await call('send_turn', { text: 'I take metformin 500 mg', patient_id: 'mcp-r1', wait_seconds: 50 });
    expect(sent).toMatchObject({ isError: false, data: { status: 'completed' } });
    for (const [name, args] of [
      ['list_teams', {}],
      ['get_turn', { turn_id: sent.data.turn_id }],
      ['read_record', { patient_id: 'mcp-r1' }],
      ['query_record', { patient_id: 'mcp-r1', question: 'What do I take?' }],
      ['list_research_agents', { user_id: 'mcp-r1' }],
    ] as const)
      expect(await call(name, args), name).toMatchObject({ isError: false });
    expect(await call('get_turn', { turn_id: 'none' })).toMatchObject({ isError: true, data: { code: 'not_found' } });
  });

  test('a turn and a record are resources too, for those who may read them and noted as such', async () => {
    const { client: mcp, call } = await speaking();
    const { resourceTemplates } = await mcp.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      expect.arrayContaining(['medfleet://turns/{turn_id}', 'medfleet://patients/{patient_id}/record']),
    );
    const { data } = await call('send_turn', { text: 'My weight is 71 kg', patient_id: 'mcp-r2', wait_seconds: 50 });
    const read = async (uri: string) => JSON.stringify((await mcp.readResource({ uri })).contents);
    expect(await read(`medfleet://turns/${data.turn_id}`)).toContain('completed');
    expect(await read('medfleet://patients/mcp-r2/record')).toContain('71');
    const log = await apiClient(fleet.url, ALL).call('GET', '/v1/access-log');
    expect(JSON.stringify(log.body)).toContain('mcp-r2');
    for (const uri of ['medfleet://turns/none', 'medfleet://patients/a/b/record', 'medfleet://nothing', 'file:///x'])
      await expect(mcp.readResource({ uri }), uri).rejects.toThrow();
    const { client: reader } = await speaking(READER);
    await expect(reader.readResource({ uri: `medfleet://turns/${data.turn_id}` })).rejects.toThrow();
  });

  test('prompts are filled in, for those who may use their tools', async () => {
    const { client: mcp } = await speaking();
    expect((await mcp.listPrompts()).prompts.map(({ name }) => name)).toContain('tell_health');
    const args = { patient_id: 'p{text}', text: 'My {patient_id} hurts' };
    const { messages } = await mcp.getPrompt({ name: 'tell_health', arguments: args });
    expect(messages[0]?.content).toMatchObject({
      text: expect.stringMatching(/for patient p\{text\}.*My \{patient_id\} hurts/s),
    });
    await expect(mcp.getPrompt({ name: 'tell_health', arguments: { patient_id: 'p1' } })).rejects.toThrow('text');
    const { client: reader } = await speaking(READER);
    expect((await reader.listPrompts()).prompts.map(({ name }) => name)).toEqual(['prepare_visit', 'ask_record']);
    await expect(reader.getPrompt({ name: 'tell_health', arguments: args })).rejects.toThrow('no such prompt');
  });
});

test('where tokens of an authorization server are taken, a client finds out which', async () => {
  const env = { JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'medfleet', JWT_JWKS_URL: 'https://id.example/keys' };
  const signing = await startFleet({ roles: [], env });
  try {
    const refused = await signing.call('POST', '/mcp', {});
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    expect([refused.status, url]).toEqual([401, `${signing.url}/.well-known/oauth-protected-resource/mcp`]);
    const metadata = await signing.call('GET', new URL(url).pathname);
    expect(metadata.body).toMatchObject({
      resource: `${signing.url}/mcp`,
      authorization_servers: ['https://id.example'],
    });
  } finally {
    await signing.close();
  }
  expect((await fleet.call('GET', '/.well-known/oauth-protected-resource/mcp')).status).toBe(404);
});

describe('a message', () => {
  test('is answered, with progress while it is worked on, and what it said is in the record afterwards', async () => {
    const { call } = await client();
    const progress: (string | undefined)[] = [];
    const sent = await call(
      'send_turn',
      { text: 'My blood pressure was 150/95 this morning.', patient_id: 'mcp-p1', wait_seconds: 50 },
      { onprogress: ({ message }) => void progress.push(message) },
    );
    expect(sent).toMatchObject({ isError: false, data: { status: 'completed', patient_id: 'mcp-p1' } });
    expect(sent.words).toBe(sent.data.reply);
    expect(progress).toContain('the reply is there');
    expect(progress.join()).not.toContain('150');
    const record = await call('read_record', { patient_id: 'mcp-p1' });
    expect(JSON.stringify(record.data.observations)).toContain('150');
    const observations = await call('get_observations', { patient_id: 'mcp-p1', name: 'blood pressure' });
    expect(observations.isError).toBe(false);
    const asked = await call('query_record', { patient_id: 'mcp-p1', question: 'What was my last blood pressure?' });
    expect(JSON.stringify(asked.data)).toContain('150');
  });

  test('that is not waited for goes on, and is read later by its turn_id', async () => {
    const { call } = await client();
    const sent = await call('send_turn', { text: 'Hello there', patient_id: 'mcp-p2', wait_seconds: 0 });
    expect(sent.words).toContain('Continue with get_turn');
    const turn = await call('get_turn', { turn_id: sent.data.turn_id, wait_seconds: 50 });
    expect(turn).toMatchObject({ isError: false, data: { status: 'completed', turn_id: sent.data.turn_id } });
  });

  test('that is sent twice under one key is one turn', async () => {
    const { call } = await client();
    const send = (text: string) => call('send_turn', { text, patient_id: 'mcp-p3', idempotency_key: 'k1' });
    const [first, second] = [await send('Hello'), await send('Hello')];
    expect(second.data.turn_id).toBe(first.data.turn_id);
    const conflict = await send('Another text');
    expect(conflict).toMatchObject({ isError: true, data: { code: 'idempotency_conflict' } });
    expect(conflict.words).toContain('idempotency_key');
    expect(conflict.words).not.toContain('Idempotency-Key');
  });

  test('is served by any replica: each request goes to another one', async () => {
    const { call } = await client(ALL, [fleet.url, replica.url]);
    for (const text of ['Hello', 'I have a headache', 'Thanks']) {
      const sent = await call('send_turn', { text, patient_id: 'mcp-p4', wait_seconds: 0 });
      const turn = await call('get_turn', { turn_id: sent.data.turn_id, wait_seconds: 50 });
      expect(turn.data).toMatchObject({ status: 'completed', turn_id: sent.data.turn_id });
    }
  });

  test('goes on although the client gives the call up', async () => {
    const key = 'given-up';
    const { call } = await client();
    const abort = new AbortController();
    const args = { text: 'I take metformin 500 mg twice a day', patient_id: 'mcp-p5', idempotency_key: key };
    const given = call('send_turn', args, { signal: abort.signal, onprogress: () => abort.abort('enough') });
    await expect(given).rejects.toThrow();
    const again = await call('send_turn', { ...args, wait_seconds: 50 });
    expect(again.data.status).toBe('completed');
    expect(await call('cancel_turn', { turn_id: again.data.turn_id })).toMatchObject({
      isError: true,
      data: { code: 'conflict' },
    });
  });
});

describe('functions and research agents', () => {
  test('each function is a tool, and is run with its own arguments', async () => {
    const { call } = await client();
    for (const name of OFFLINE) {
      const ran = await call(`run_${name}`, { ...INPUTS[name], wait_seconds: 50 });
      expect([name, ran.isError, ran.data.code ?? ran.data.status]).toEqual([name, false, 'completed']);
      expect(await call('get_run', { run_id: ran.data.run_id })).toMatchObject({ data: { status: 'completed' } });
    }
    const refused = await call('run_summarize_content', { content: 'x', nonsense: 1 });
    expect(refused).toMatchObject({ isError: true, data: { code: 'invalid', errors: [{ path: 'nonsense' }] } });
    const needsModel = await call('run_generate_code', { ...INPUTS.generate_code, wait_seconds: 50 });
    expect(needsModel).toMatchObject({ isError: true, data: { code: 'model_required' } });
  });

  test('a research agent is made once under one key, listed and written to', async () => {
    const { call } = await client();
    const wish = {
      user_id: 'u1',
      session_id: 's1',
      name: 'Wren Research',
      description: 'Follows wrens',
      message: 'Find news about wrens',
    };
    const made = await call('create_research_agent', { ...wish, idempotency_key: 'a1' });
    const again = await call('create_research_agent', { ...wish, idempotency_key: 'a1' });
    expect(again.data.id).toBe(made.data.id);
    const listed = await call('list_research_agents', { user_id: 'u1' });
    expect(listed.data.agents).toHaveLength(1);
    const written = await call('message_research_agent', { agent_id: made.data.id, text: 'And about tits' });
    expect(written).toMatchObject({ isError: false, data: { turn_id: expect.any(String) } });
  });
});

describe('another’s data', () => {
  test('of another tenant is as if it were not there', async () => {
    const mine = await client();
    const { data } = await mine.call('send_turn', { text: 'Hello', patient_id: 'mcp-p6', wait_seconds: 0 });
    const other = await client(OTHER);
    expect(await other.call('get_turn', { turn_id: data.turn_id })).toMatchObject({
      isError: true,
      data: { code: 'not_found' },
    });
    expect((await other.call('list_research_agents', { user_id: 'u1' })).data.agents).toEqual([]);
  });

  test('a key that is limited to some people acts for no others, and reading leaves an entry in the access log', async () => {
    const api = apiClient(fleet.url, ALL);
    const made = await api.call('POST', '/v1/keys', {
      name: 'limited',
      scopes: ['record:read', 'turns:write', 'turns:read'],
      patients: ['mcp-a'],
    });
    expect(made.status).toBe(201);
    const { call } = await client(String(made.body.secret));
    expect((await call('read_record', { patient_id: 'mcp-a' })).isError).toBe(false);
    for (const [name, args] of [
      ['read_record', { patient_id: 'mcp-b' }],
      ['get_observations', { patient_id: 'mcp-b', name: 'HbA1c' }],
      ['query_record', { patient_id: 'mcp-b', question: 'What do I take?' }],
      ['send_turn', { text: 'hello', patient_id: 'mcp-b' }],
      ['send_turn', { text: 'hello', team: 'research', user_id: 'mcp-b' }],
    ] as const)
      expect(await call(name, args), name).toMatchObject({ isError: true, data: { code: 'forbidden' } });
    const log = await api.call('GET', '/v1/access-log');
    const entries = log.body.entries as { patient_id: string; status: number; route: string }[];
    const statuses = (patient: string) =>
      entries.filter(({ patient_id }) => patient_id === patient).map(({ status }) => status);
    expect(statuses('mcp-a')).toEqual([200]);
    expect(statuses('mcp-b')).toEqual([403, 403, 403]);
    expect(entries.map(({ route }) => route)).toContain('/v1/patients/{id}/record');
  });
});
