/**
 * Home Assistant's REST API, as far as the assistant uses it: states are read, services are called. Host and token come from the settings
 * alone. No redirect is followed, so that the token goes nowhere else, and an answer has a limit of time and size.
 */
import { z } from 'zod';

export type HomeDevice = {
  entity_id: string;
  name: string;
  state: string;
  device_class: string | null;
  attributes: Record<string, string | number | boolean>;
};

export interface Home {
  devices(signal: AbortSignal): Promise<HomeDevice[]>;
  /** Null if there is no such device. */
  device(entityId: string, signal: AbortSignal): Promise<HomeDevice | null>;
  call(domain: string, service: string, data: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

/** Its message is for the user; it names neither address nor token. */
export class HomeFailure extends Error {
  override name = 'HomeFailure';
}

export type HomeSettings = { url: string; token: string; deadlineMs?: number };

/** As Home Assistant forms them. They become part of a path. */
export const ENTITY_ID = /^[a-z][a-z0-9_]{0,63}\.[a-z0-9][a-z0-9_]{0,190}$/;

const DEADLINE_MS = 10_000;
/** A home with a thousand devices sends about one megabyte. */
const MAX_BYTES = 8 * 1024 * 1024;
/** What a person asks about; the rest are pictures, access tokens and lists of what a device could do. */
const SHOWN = [
  'brightness',
  'current_temperature',
  'temperature',
  'hvac_action',
  'humidity',
  'current_humidity',
  'current_position',
  'percentage',
  'volume_level',
  'is_volume_muted',
  'media_title',
  'unit_of_measurement',
  'battery_level',
];
const MAX_VALUE_CHARS = 200;

const State = z.looseObject({
  entity_id: z.string().regex(ENTITY_ID),
  state: z.string().max(255),
  attributes: z.record(z.string(), z.unknown()).default({}),
});

export function createHome({ url, token, deadlineMs = DEADLINE_MS }: HomeSettings): Home {
  const base = url.replace(/\/{1,5}$/, '');

  async function ask(path: string, signal: AbortSignal, body?: Record<string, unknown>): Promise<Response> {
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      return await fetch(`${base}/api/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.any([signal, deadline]),
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw new HomeFailure(
        deadline.aborted ? 'Home Assistant took too long to answer.' : 'Home Assistant cannot be reached.',
        { cause },
      );
    }
  }

  async function json(response: Response, signal: AbortSignal): Promise<unknown> {
    if (response.ok) return parsed(await bodyOf(response, signal));
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403)
      throw new HomeFailure('Home Assistant does not accept the token: check HOME_ASSISTANT_TOKEN.');
    if (response.status === 400) throw new HomeFailure('Home Assistant did not accept the values.');
    throw new HomeFailure(`Home Assistant answered with status ${response.status}.`);
  }

  return {
    async devices(signal) {
      const states = await json(await ask('states', signal), signal);
      if (!Array.isArray(states)) throw unclear();
      return states.flatMap((state) => deviceOf(state) ?? []);
    },
    async device(entityId, signal) {
      const response = await ask(`states/${checked(entityId)}`, signal);
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      const device = deviceOf(await json(response, signal));
      if (device?.entity_id !== entityId) throw unclear();
      return device;
    },
    async call(domain, service, data, signal) {
      await json(await ask(`services/${word(domain)}/${word(service)}`, signal, data), signal);
    },
  };
}

function deviceOf(state: unknown): HomeDevice | null {
  const found = State.safeParse(state);
  if (!found.success) return null;
  const { entity_id, attributes } = found.data;
  const { friendly_name, device_class } = attributes;
  const shown: HomeDevice['attributes'] = {};
  for (const key of SHOWN) {
    const value = attributes[key];
    if (typeof value === 'string') shown[key] = value.slice(0, MAX_VALUE_CHARS);
    else if (typeof value === 'number' || typeof value === 'boolean') shown[key] = value;
  }
  return {
    entity_id,
    name:
      typeof friendly_name === 'string' && friendly_name.trim()
        ? friendly_name.trim().slice(0, MAX_VALUE_CHARS)
        : entity_id,
    state: found.data.state,
    device_class: typeof device_class === 'string' ? device_class : null,
    attributes: shown,
  };
}

async function bodyOf(response: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_BYTES) throw unclear();
      chunks.push(chunk);
    }
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof HomeFailure) throw thrown;
    throw new HomeFailure('Home Assistant broke off its answer.');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unclear();
  }
}

/** Nothing else becomes part of an address. */
function checked(entityId: string): string {
  if (!ENTITY_ID.test(entityId)) throw new Error('an entity id was not checked');
  return entityId;
}

function word(name: string): string {
  if (!/^[a-z][a-z_]{0,63}$/.test(name)) throw new Error('a service was not checked');
  return name;
}

function unclear(): HomeFailure {
  return new HomeFailure('Home Assistant sent something that could not be understood.');
}
