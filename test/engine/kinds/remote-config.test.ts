/** Mistakes in the config of a remote agent are found when the agents are loaded, with the line and the fix. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { llm, problemsOf, teamYml } from '../agents/team-files.ts';

const ACTION = { name: 'get_progress_insights', description: 'How learning goes' };

function remote(fields: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  return stringify({
    name: 'Analytics',
    type: 'remote',
    description: 'Knows how learning goes',
    worker: 'remote',
    remote: { endpoint: 'https://analytics.example.org/a2a', actions: [ACTION], ...fields },
    ...more,
  });
}

const problems = (config: string, others: Record<string, string> = {}) =>
  problemsOf({
    'team.yml': teamYml('Front'),
    Front: llm('Front', 'transfers: [Analytics]'),
    Analytics: config,
    ...others,
  });

test.each([
  ['an address', {}],
  ['several instances', { endpoint: ['https://a.example.org/a2a', 'https://b.example.org/a2a'] }],
  ['an address on this machine', { endpoint: 'http://127.0.0.1:8081/a2a' }],
  ['an address in a variable', { endpoint: '$ANALYTICS_AGENT_URL', auth_token: '$ANALYTICS_TOKEN' }],
  [
    'the protocol A2A 1.0',
    {
      protocol: 'a2a',
      endpoint: 'https://walks.example.org',
      allow_hosts: ['api.example.org', 'localhost:8090'],
      card_key: '$WALKS_KEY',
      actions: [{ ...ACTION, parameters: { text: '$message' }, metadata: { who: '$user_id', about: '$subject_id' } }],
    },
  ],
  [
    'parameters from the message and the state',
    { actions: [{ ...ACTION, parameters: { text: '$message', topic: '$state.topic' } }] },
  ],
])('a remote agent with %s is accepted', async (_, fields) => {
  expect(await problems(remote(fields))).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  [
    'http beyond this machine',
    { endpoint: 'http://analytics.example.org/a2a' },
    'the endpoint is http beyond this machine: use https',
  ],
  [
    'no URL',
    { endpoint: ['https://a.example.org/a2a', 'analytics'] },
    'the endpoint is not a URL such as https://analytics.example.org/a2a',
  ],
  [
    'a password in the URL',
    { endpoint: 'https://a:b@example.org/a2a' },
    'the endpoint has a user name or password in it',
  ],
  [
    'the same instance twice',
    { endpoint: ['https://a.example.org/a2a', 'https://a.example.org/a2a'] },
    'the endpoint is listed twice',
  ],
  ['a token in the file', { auth_token: 'sk-123456' }, 'the auth_token is no part of a file'],
  ['a secret in the file', { signing_secret: 'hush' }, 'the signing_secret is no part of a file'],
  ['an action twice', { actions: [ACTION, ACTION] }, 'the action "get_progress_insights" is listed twice'],
  [
    'a cache for what must happen each time',
    { actions: [{ ...ACTION, idempotent: false, cache_seconds: 5 }] },
    '"get_progress_insights" is not idempotent, so it must happen each time',
  ],
  [
    'a reference to nothing',
    { actions: [{ ...ACTION, parameters: { text: '$mesage' } }] },
    '"$mesage" refers to nothing',
  ],
  ['a key in the file', { protocol: 'a2a', card_key: '{}' }, 'the card_key is no part of a file'],
  ['an empty message', { protocol: 'a2a' }, '"get_progress_insights" would send an empty message'],
  ['a batch of messages', { protocol: 'a2a', batch: true }, 'batch is for "protocol: envelope" only'],
  ['other hosts without a card', { allow_hosts: ['b.example.org'] }, 'allow_hosts is for "protocol: a2a" only'],
  [
    'metadata in the envelope',
    { actions: [{ ...ACTION, metadata: { team: 'health' } }] },
    'metadata is for "protocol: a2a" only',
  ],
  [
    'metadata that a user could choose',
    { protocol: 'a2a', actions: [{ ...ACTION, parameters: { text: '$message' }, metadata: { who: '$message' } }] },
    '"$message" refers to nothing',
  ],
  ['an unknown fallback', { fallback: { agent: 'Font' } }, 'unknown agent "Font"'],
  ['itself as its fallback', { fallback: { agent: 'Analytics' } }, 'a circle: Analytics -> Analytics'],
])('%s is refused', async (_, fields, message) => {
  const found = await problems(remote(fields));
  expect(found.map((problem) => problem.message)).toContain(message);
  for (const { file, line } of found) {
    expect(file).toBe('Analytics/config.yml');
    expect(line).toBeGreaterThan(4);
  }
});

test('fallbacks that lead back to where they began are refused', async () => {
  const other = remote({ fallback: { agent: 'Analytics' } }).replace('name: Analytics', 'name: Other');
  const found = await problems(remote({ fallback: { agent: 'Other' } }), { Other: other });
  expect(found.map(({ message }) => message)).toContain('a circle: Analytics -> Other -> Analytics');
});

test('an agent that only stands in for a remote one is within reach', async () => {
  expect(await problems(remote({ fallback: { agent: 'Local' } }), { Local: llm('Local') })).toEqual([]);
  expect(await problems(remote({}), { Local: llm('Local') })).toMatchObject([
    { message: 'nobody reaches "Local" from the root' },
  ]);
});

test('a remote agent runs on the queue of remote agents, and no other agent does', async () => {
  const fix = 'agents of type remote, and only they, run on the queue remote';
  expect(await problems(remote({}, { worker: 'triage' }))).toMatchObject([
    { message: 'a remote agent cannot run on "triage"', fix },
  ]);
  const waiting = llm('Front', 'transfers: [Analytics]').replace('worker: triage', 'worker: remote');
  expect(await problems(remote({}), { Front: waiting })).toMatchObject([
    { message: 'a llm agent cannot run on "remote"', fix },
  ]);
});

test('a fallback that only runs others, a remote agent with a model or with sub-agents, and one that is nowhere are refused', async () => {
  const group = stringify({
    name: 'Group',
    type: 'parallel',
    description: 'Runs others',
    worker: 'turn',
    sub_agents: ['Local'],
  });
  const others = { Group: group, Local: llm('Local') };
  expect(await problems(remote({ fallback: { agent: 'Group' } }), others)).toMatchObject([
    { message: '"Group" is a parallel agent' },
  ]);
  const both = { fallback: { agent: 'Local', text: 'Sorry.' } };
  expect(await problems(remote(both), { Local: llm('Local') })).toMatchObject([
    { message: 'a fallback is an agent or a text' },
  ]);
  expect(await problems(remote({}, { model: 'm' }))).toMatchObject([{ message: 'a remote agent has no model' }]);
  expect(await problems(remote({}, { sub_agents: ['Local'] }), { Local: llm('Local') })).toContainEqual(
    expect.objectContaining({ message: 'a remote agent has no sub_agents' }),
  );
  expect(await problems(remote({}).replace(/remote:\n[\s\S]*/, ''))).toMatchObject([
    { message: 'a remote agent needs to be found' },
  ]);
});
