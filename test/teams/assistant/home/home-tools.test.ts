/** The tools over a home, against a server that speaks Home Assistant's API: what they change, what they refuse, and what they keep secret. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ToolContext } from '../../../../src/engine/tools/tool.ts';
import { loadConfig } from '../../../../src/platform/config.ts';
import { createHome, HomeFailure } from '../../../../src/teams/assistant/home/home-assistant.ts';
import { SERVICES } from '../../../../src/teams/assistant/home/services.ts';
import { homeTools, NOT_CONFIGURED } from '../../../../src/teams/assistant/tools/home-tools.ts';
import { toolContext } from '../../../engine/tools/context.ts';
import { HOME, type HomeServer, startHomeServer } from '../../../support/home-assistant-server.ts';

let server: HomeServer;

beforeEach(async () => {
  server = await startHomeServer(HOME);
});

afterEach(() => server.close());

const configOf = (env: Record<string, string> = {}) =>
  loadConfig({ HOME_ASSISTANT_URL: server.url, HOME_ASSISTANT_TOKEN: server.token, ...env });

async function use(
  name: string,
  input: Record<string, unknown>,
  { env = {}, context = {} }: { env?: Record<string, string>; context?: Partial<ToolContext> } = {},
): Promise<Record<string, unknown>> {
  const tool = homeTools(() => configOf(env)).find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.output.parse(await tool.run(tool.input.parse(input), toolContext(context))) as Record<string, unknown>;
}

const calls = () => server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

test('a light is dimmed, and the answer is the state that the home reports', async () => {
  const done = await use('control_device', {
    entity_id: 'light.kitchen_ceiling',
    service: 'turn_on',
    data: { brightness_pct: 40 },
  });
  expect(done).toMatchObject({ done: true, state: 'on', attributes: { brightness: 102 } });
  expect(calls()).toEqual(['/api/services/light/turn_on']);
});

test('devices are found by what people call them, and only what a person asks about is shown of them', async () => {
  const { devices } = (await use('list_devices', { name: 'the thermostat' })) as { devices: { entity_id: string }[] };
  expect(devices).toEqual([
    {
      entity_id: 'climate.living_room',
      name: 'Thermostat',
      state: 'heat',
      attributes: { current_temperature: 19.5, temperature: 20 },
    },
  ]);
  const found = async (name: string) =>
    ((await use('list_devices', { name })) as { devices: { name: string }[] }).devices.map((device) => device.name);
  expect(await found('bedroom lamps')).toEqual(['Bedroom Lamp Left', 'Bedroom Lamp Right']);
  expect(await found('KITCHEN light')).toEqual(['Kitchen Light']);
  expect(await found('living room blinds')).toEqual(['Living Room Blinds']);
  expect(await found('spaceship')).toEqual([]);
});

describe('who could get in', () => {
  test.each([
    ['lock.front_door', 'unlock'],
    ['lock.front_door', 'lock'],
    ['alarm_control_panel.house', 'alarm_arm_home'],
    ['cover.garage', 'open_cover'],
    ['cover.garage', 'close_cover'],
  ])('%s %s is refused, and the home is not asked to', async (entity_id, service) => {
    expect(await use('control_device', { entity_id, service })).toEqual({
      error: expect.stringMatching(/not controlled from here/),
    });
    expect(calls()).toEqual([]);
  });

  test('a device that the operator names is controlled, and no other', async () => {
    const env = { HOME_ASSISTANT_ALLOW: 'lock.front_door' };
    expect(await use('control_device', { entity_id: 'lock.front_door', service: 'unlock' }, { env })).toMatchObject({
      state: 'unlocked',
    });
    expect(await use('control_device', { entity_id: 'cover.garage', service: 'open_cover' }, { env })).toHaveProperty(
      'error',
    );
  });

  test('a garage whose class nobody has set is known by its name, whatever its domain', async () => {
    await server.close();
    server = await startHomeServer([
      { entity_id: 'switch.relay_3', state: 'off', attributes: { friendly_name: 'Garage Door Opener' } },
      { entity_id: 'cover.gate_1', state: 'closed', attributes: {} },
    ]);
    expect(await use('control_device', { entity_id: 'switch.relay_3', service: 'turn_on' })).toHaveProperty('error');
    expect(await use('control_device', { entity_id: 'cover.gate_1', service: 'open_cover' })).toHaveProperty('error');
    expect(calls()).toEqual([]);
  });
});

describe('what a model may not make up', () => {
  test.each([
    ['a path', '../config', 'turn_on'],
    ['a path after a domain', 'light./../../config', 'turn_on'],
    ['another query', 'light.a?b=c', 'turn_on'],
    ['an encoded path', 'light.%2e%2e', 'turn_on'],
    ['a line break', 'light.a\nHost: x', 'turn_on'],
    ['capitals', 'LIGHT.KITCHEN', 'turn_on'],
    ['a domain that is not listed', 'shell_command.reboot', 'turn_on'],
    ['a script', 'script.anything', 'turn_on'],
    ['an inherited domain', 'constructor.name', 'constructor'],
    ['an inherited service', 'light.kitchen_ceiling', 'constructor'],
    ['a service that is not listed', 'light.kitchen_ceiling', 'toggle'],
    ['a service as a path', 'light.kitchen_ceiling', 'turn_on/../../x'],
    ['a device that is not there', 'light.nowhere', 'turn_on'],
  ])('%s is refused, and no service is called', async (_, entity_id, service) => {
    expect(await use('control_device', { entity_id, service })).toEqual({ error: expect.any(String) });
    expect(calls()).toEqual([]);
    for (const { path } of server.requests) expect(path).toMatch(/^\/api\/states\/light\.[a-z_]+$/);
  });

  test.each([
    [{ brightness_pct: 900 }],
    [{ brightness_pct: 'full' }],
    [{ entity_id: 'lock.front_door' }],
    [{ anything: 'else' }],
  ])('values outside the list are refused: %j', async (data) => {
    const done = await use('control_device', { entity_id: 'light.kitchen_ceiling', service: 'turn_on', data });
    expect(done).toEqual({ error: expect.stringMatching(/do not fit/) });
    expect(calls()).toEqual([]);
  });

  test('every service sets a state: there is none that does more when it is done twice', () => {
    const names = Object.values(SERVICES).flatMap((services) => Object.keys(services));
    expect(names.filter((name) => /toggle|_up$|_down$|next|previous|increase|decrease/.test(name))).toEqual([]);
  });
});

describe('a home that does not answer as it should', () => {
  const light = { entity_id: 'light.kitchen_ceiling' };

  test('a wrong token is named, and is in no answer', async () => {
    const env = { HOME_ASSISTANT_TOKEN: 'a-wrong-secret' };
    const answer = await use('get_device', light, { env });
    expect(answer).toEqual({ error: 'Home Assistant does not accept the token: check HOME_ASSISTANT_TOKEN.' });
  });

  test.each([
    ['nonsense instead of JSON', 200, '<html>hello</html>', /could not be understood/],
    ['JSON of another kind', 200, '{"states": 7}', /could not be understood/],
    ['an empty body', 200, '', /could not be understood/],
    ['an error of its own', 500, '{}', /status 500/],
    ['a redirect', 302, '', /status 302/],
  ])('%s', async (_, status, body, words) => {
    server.answer = (_request, response) => {
      response.writeHead(status, { Location: 'http://127.0.0.1:9/steal' }).end(body);
      return true;
    };
    expect(await use('list_devices', {})).toEqual({ error: expect.stringMatching(words) });
    expect(server.requests).toHaveLength(1);
  });

  test('another device than the one that was asked for is not taken for it', async () => {
    server.answer = (_request, response) => {
      response.end(JSON.stringify({ entity_id: 'light.other', state: 'on', attributes: {} }));
      return true;
    };
    expect(await use('get_device', light)).toEqual({ error: expect.stringMatching(/could not be understood/) });
  });

  test('states that cannot be read are left out, the others are shown', async () => {
    server.answer = (_request, response) => {
      response.end(JSON.stringify([null, 7, { entity_id: 'bad id', state: 'on' }, HOME[0]]));
      return true;
    };
    expect(await use('list_devices', {})).toMatchObject({ devices: [{ entity_id: 'light.kitchen_ceiling' }] });
  });

  test('one that never answers is given up', async () => {
    server.answer = () => true;
    const home = createHome({ url: server.url, token: server.token, deadlineMs: 50 });
    await expect(home.devices(new AbortController().signal)).rejects.toThrow(
      new HomeFailure('Home Assistant took too long to answer.'),
    );
  });

  test('one that stops in the middle of its answer is given up', async () => {
    server.answer = (_request, response) => {
      response.write('[{"entity_id":');
      return true;
    };
    const home = createHome({ url: server.url, token: server.token, deadlineMs: 200 });
    await expect(home.devices(new AbortController().signal)).rejects.toThrow(HomeFailure);
  });

  test('one that is not there', async () => {
    const env = { HOME_ASSISTANT_URL: 'http://127.0.0.1:9' };
    expect(await use('list_devices', {}, { env })).toEqual({ error: 'Home Assistant cannot be reached.' });
  });

  test('a cancelled turn ends the call with its own reason', async () => {
    const cancelled = new AbortController();
    server.answer = () => {
      cancelled.abort(new Error('the turn was cancelled'));
      return true;
    };
    await expect(use('list_devices', {}, { context: { signal: cancelled.signal } })).rejects.toThrow(
      'the turn was cancelled',
    );
  });
});

describe('settings', () => {
  test('without them the answer says what to set', async () => {
    const env = { HOME_ASSISTANT_URL: '', HOME_ASSISTANT_TOKEN: '' };
    for (const name of ['list_devices', 'get_device', 'control_device'])
      expect(await use(name, { entity_id: 'light.a', service: 'turn_on' }, { env })).toEqual({ error: NOT_CONFIGURED });
    expect(NOT_CONFIGURED).toBe('Home Assistant is not configured: set HOME_ASSISTANT_URL and HOME_ASSISTANT_TOKEN.');
  });

  test('a home that is one user’s is closed to others', async () => {
    const task = (user_id: string) => ({ context: { task: { ...toolContext().task, tenant: 'default', user_id } } });
    const env = { HOME_ASSISTANT_USERS: 'default:anna' };
    expect(await use('list_devices', {}, { env, ...task('anna') })).toHaveProperty('devices');
    expect(await use('list_devices', {}, { env, ...task('bert') })).toEqual({
      error: expect.stringMatching(/not open to you/),
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['http beyond this machine', 'http://home.example.org:8123', /must be https/],
    ['a password in the address', 'https://me:secret@home.example.org', /must be a URL/],
    ['another protocol', 'ftp://home.example.org', /must be a URL/],
  ])('%s is refused at start', (_, url, words) => {
    expect(() => loadConfig({ HOME_ASSISTANT_URL: url, HOME_ASSISTANT_TOKEN: 'x' })).toThrow(words);
  });

  test('an address without a token is refused at start; https is taken', () => {
    expect(() => loadConfig({ HOME_ASSISTANT_URL: 'https://home.example.org' })).toThrow(
      /HOME_ASSISTANT_TOKEN: needed/,
    );
    const config = loadConfig({ HOME_ASSISTANT_URL: 'https://home.example.org:8123/', HOME_ASSISTANT_TOKEN: 'x' });
    expect(config.HOME_ASSISTANT_URL).toBe('https://home.example.org:8123/');
  });
});
