/** The tools over the user's home. Home Assistant's own failures are values: the user is told, and nothing is tried in another way. */
import { z } from 'zod';
import { defineTool, type Tool, type ToolContext } from '../../../engine/tools/tool.ts';
import type { Config } from '../../../platform/config.ts';
import { findDevices } from '../home/find-devices.ts';
import { createHome, ENTITY_ID, type Home, type HomeDevice, HomeFailure } from '../home/home-assistant.ts';
import { domainOf, isSensitive, SERVICES } from '../home/services.ts';

type Settings = Pick<
  Config,
  'HOME_ASSISTANT_URL' | 'HOME_ASSISTANT_TOKEN' | 'HOME_ASSISTANT_ALLOW' | 'HOME_ASSISTANT_USERS'
>;

export const NOT_CONFIGURED = 'Home Assistant is not configured: set HOME_ASSISTANT_URL and HOME_ASSISTANT_TOKEN.';
const NOT_YOURS = 'This home is not open to you: HOME_ASSISTANT_USERS does not name you.';
const NO_DEVICE = 'There is no such device; call list_devices for the entity ids.';

/** More would fill the context; a name or a domain narrows it. */
const MAX_LISTED = 60;

const Failed = z.object({ error: z.string() });
const Device = z.object({
  entity_id: z.string(),
  name: z.string(),
  state: z.string(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
const EntityId = z.string().max(255).describe('Exactly as list_devices gives it, such as light.kitchen');

/** `settings` is read when a tool is called. */
export function homeTools(settings: () => Settings): Tool[] {
  let opened: Home | undefined;

  /** Does the work for whoever may use this home; a failure of the home is a value. */
  async function atHome<T>(
    { task, sent }: ToolContext,
    work: (home: Home) => Promise<T>,
  ): Promise<T | { error: string }> {
    const { HOME_ASSISTANT_URL: url, HOME_ASSISTANT_TOKEN: token, HOME_ASSISTANT_USERS: users } = settings();
    if (!url || !token) return { error: NOT_CONFIGURED };
    if (users.length > 0 && !users.includes(`${task.tenant}:${task.user_id}`)) return { error: NOT_YOURS };
    opened ??= createHome({ url, token });
    sent('Home Assistant', null);
    try {
      return await work(opened);
    } catch (thrown) {
      if (thrown instanceof HomeFailure) return { error: thrown.message };
      throw thrown;
    }
  }

  const listDevices = defineTool({
    name: 'list_devices',
    description: 'Lists the devices of the home with their states; with a name or a domain, those that fit.',
    input: z.object({
      name: z.string().max(200).optional().describe('What the user calls it, such as kitchen light'),
      domains: z
        .array(z.string().max(64))
        .max(20)
        .optional()
        .describe('Kinds of device, such as light, climate, cover'),
    }),
    output: z.union([z.object({ devices: z.array(Device), more: z.number() }), Failed]),
    effect: 'read',
    run: (wanted, context) =>
      atHome(context, async (home) => {
        const found = findDevices(await home.devices(context.signal), wanted);
        return { devices: found.slice(0, MAX_LISTED).map(viewOf), more: Math.max(0, found.length - MAX_LISTED) };
      }),
  });

  const getDevice = defineTool({
    name: 'get_device',
    description: 'The state of one device.',
    input: z.object({ entity_id: EntityId }),
    output: z.union([Device, Failed]),
    effect: 'read',
    run: ({ entity_id }, context) =>
      atHome(context, async (home) => {
        const device = ENTITY_ID.test(entity_id) ? await home.device(entity_id, context.signal) : null;
        return device ? viewOf(device) : { error: NO_DEVICE };
      }),
  });

  const controlDevice = defineTool({
    name: 'control_device',
    description: `Changes a device. Services by domain: ${serviceList()}. Locks, alarms and garage doors are refused unless the operator has allowed them.`,
    input: z.object({
      entity_id: EntityId,
      service: z.string().max(64).describe('Such as turn_on'),
      data: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
        .default({})
        .describe('Such as {"brightness_pct": 40}'),
    }),
    output: z.union([Device.extend({ done: z.literal(true) }), Failed]),
    effect: 'write',
    run: ({ entity_id, service, data }, context) =>
      atHome(context, async (home) => {
        if (!ENTITY_ID.test(entity_id)) return { error: NO_DEVICE };
        const domain = domainOf(entity_id);
        const services = Object.hasOwn(SERVICES, domain) ? SERVICES[domain] : undefined;
        const schema = services && Object.hasOwn(services, service) ? services[service] : undefined;
        if (!schema)
          return { error: `${service} cannot be done to a ${domain} here. Possible: ${serviceList(domain)}.` };
        const values = schema.safeParse(data);
        if (!values.success) return { error: `The values for ${service} do not fit: ${problemsOf(values.error)}` };
        const device = await home.device(entity_id, context.signal);
        if (!device) return { error: NO_DEVICE };
        if (isSensitive(device) && !settings().HOME_ASSISTANT_ALLOW.includes(entity_id))
          return {
            error: `${device.name} is a lock, an alarm or a door and is not controlled from here: HOME_ASSISTANT_ALLOW does not name it.`,
          };
        await home.call(domain, service, { ...values.data, entity_id }, context.signal);
        return { done: true as const, ...viewOf((await home.device(entity_id, context.signal)) ?? device) };
      }),
  });

  return [listDevices, getDevice, controlDevice];
}

function viewOf({ entity_id, name, state, attributes }: HomeDevice): z.infer<typeof Device> {
  return { entity_id, name, state, attributes };
}

function serviceList(domain?: string): string {
  const known = Object.entries(SERVICES).filter(([name]) => domain === undefined || name === domain);
  if (known.length === 0) return Object.keys(SERVICES).join(', ');
  return known.map(([name, services]) => `${name}: ${Object.keys(services).join(', ')}`).join('; ');
}

function problemsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'data'}: ${message}`).join('; ');
}
