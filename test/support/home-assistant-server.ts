/**
 * A server that speaks the part of Home Assistant's REST API that the assistant uses (https://developers.home-assistant.io/docs/api/rest):
 * states, one state, and services that change them. `answer` takes a request over, for what a real one does on a bad day.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HomeState = { entity_id: string; state: string; attributes: Record<string, unknown> };

type Recorded = { method: string; path: string; authorization: string | undefined; body: Record<string, unknown> };

/** True: it has answered, or means never to. */
type Answer = (request: Recorded, response: ServerResponse) => boolean;

export type HomeServer = {
  url: string;
  token: string;
  requests: Recorded[];
  stateOf(entityId: string): HomeState | undefined;
  answer: Answer | undefined;
  close(): Promise<void>;
};

/** What a service does to the state. */
const EFFECTS: Record<string, (state: HomeState, data: Record<string, unknown>) => void> = {
  'light.turn_on': (light, { brightness_pct }) => {
    light.state = 'on';
    if (typeof brightness_pct === 'number') light.attributes.brightness = Math.round(brightness_pct * 2.55);
  },
  'climate.set_temperature': (climate, { temperature }) => {
    climate.attributes.temperature = temperature;
  },
  'cover.open_cover': (cover) => {
    cover.state = 'open';
  },
  'cover.close_cover': (cover) => {
    cover.state = 'closed';
  },
  'lock.lock': (lock) => {
    lock.state = 'locked';
  },
  'lock.unlock': (lock) => {
    lock.state = 'unlocked';
  },
};

export async function startHomeServer(
  states: readonly HomeState[],
  token = 'home-token-for-tests',
): Promise<HomeServer> {
  const home = new Map(states.map((state) => [state.entity_id, structuredClone(state)]));
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await recordedOf(incoming);
    started.requests.push(request);
    if (started.answer?.(request, response)) return;
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end('401: Unauthorized');
      return;
    }
    const { method, path } = request;
    const one = /^\/api\/states\/([^/]+)$/.exec(path)?.[1];
    const service = /^\/api\/services\/([a-z_]+)\/([a-z_]+)$/.exec(path);
    if (method === 'GET' && path === '/api/') send(200, { message: 'API running.' });
    else if (method === 'GET' && path === '/api/states') send(200, [...home.values()]);
    else if (method === 'GET' && one) {
      const state = home.get(one);
      if (state) send(200, state);
      else send(404, { message: 'Entity not found.' });
    } else if (method === 'POST' && service) send(...call(service[1] ?? '', service[2] ?? '', request.body));
    else send(404, { message: 'Not found.' });
  }

  /** As the real one: an unknown service is a 400, an unknown entity changes nothing. */
  function call(domain: string, service: string, data: Record<string, unknown>): [number, unknown] {
    const effect = EFFECTS[`${domain}.${service}`] ?? onOff(service);
    if (!effect) return [400, { message: 'Service not found.' }];
    const state = home.get(String(data.entity_id));
    if (!state) return [200, []];
    effect(state, data);
    return [200, [state]];
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const started: HomeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    requests: [],
    stateOf: (entityId) => home.get(entityId),
    answer: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return started;
}

function onOff(service: string): ((state: HomeState) => void) | undefined {
  const to = { turn_on: 'on', turn_off: 'off' }[service];
  if (to === undefined) return undefined;
  return (state) => {
    state.state = to;
  };
}

async function recordedOf(incoming: IncomingMessage): Promise<Recorded> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    authorization: incoming.headers.authorization,
    body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

/** A home with something of everything. */
export const HOME: readonly HomeState[] = [
  device('light.kitchen_ceiling', 'Kitchen Light', 'off', { brightness: null }),
  device('light.bedroom_left', 'Bedroom Lamp Left', 'off'),
  device('light.bedroom_right', 'Bedroom Lamp Right', 'off'),
  device('switch.kettle', 'Kettle', 'off'),
  device('climate.living_room', 'Thermostat', 'heat', {
    current_temperature: 19.5,
    temperature: 20,
    access_token: 'hidden',
  }),
  device('cover.blinds', 'Living Room Blinds', 'open', { device_class: 'blind' }),
  device('cover.garage', 'Garage', 'closed', { device_class: 'garage' }),
  device('lock.front_door', 'Front Door', 'locked'),
  device('alarm_control_panel.house', 'House Alarm', 'armed_away'),
  device('scene.movie_night', 'Movie Night', 'scening'),
  device('media_player.tv', 'TV', 'off'),
  device('sensor.outside', 'Outside Temperature', '7.5', { unit_of_measurement: '°C' }),
];

function device(
  entity_id: string,
  friendly_name: string,
  state: string,
  attributes: Record<string, unknown> = {},
): HomeState {
  return { entity_id, state, attributes: { friendly_name, ...attributes } };
}
