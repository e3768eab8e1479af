/**
 * What may be done to a home, as data: the services of Home Assistant that can be called, with the fields of each. Whatever is not here
 * cannot be called. All of them set a state: doing it twice is the same as doing it once, so that a step that runs again after a crash
 * changes nothing. That is why there is no toggle, no "louder" and no "next track".
 */
import { z } from 'zod';

const none = z.strictObject({});
const percent = z.number().int().min(0).max(100);
const onOff = { turn_on: none, turn_off: none };

/** By domain, then by service. */
export const SERVICES: Readonly<Record<string, Readonly<Record<string, z.ZodType<Record<string, unknown>>>>>> = {
  light: {
    turn_on: z.strictObject({
      brightness_pct: percent.optional(),
      color_temp_kelvin: z.number().int().min(1_500).max(9_000).optional(),
    }),
    turn_off: none,
  },
  switch: onOff,
  input_boolean: onOff,
  fan: { turn_on: z.strictObject({ percentage: percent.optional() }), turn_off: none },
  humidifier: { ...onOff, set_humidity: z.strictObject({ humidity: percent }) },
  climate: {
    ...onOff,
    // Degrees Celsius or Fahrenheit, as the home is set up; the bounds only catch nonsense.
    set_temperature: z.strictObject({ temperature: z.number().min(5).max(95) }),
    set_hvac_mode: z.strictObject({
      hvac_mode: z.enum(['off', 'heat', 'cool', 'heat_cool', 'auto', 'dry', 'fan_only']),
    }),
  },
  cover: {
    open_cover: none,
    close_cover: none,
    stop_cover: none,
    set_cover_position: z.strictObject({ position: percent }),
  },
  media_player: {
    ...onOff,
    media_play: none,
    media_pause: none,
    media_stop: none,
    volume_set: z.strictObject({ volume_level: z.number().min(0).max(1) }),
    volume_mute: z.strictObject({ is_volume_muted: z.boolean() }),
  },
  scene: { turn_on: none },
  vacuum: { start: none, return_to_base: none },
  lock: { lock: none, unlock: none },
  alarm_control_panel: { alarm_arm_home: none, alarm_arm_away: none, alarm_arm_night: none },
};

/** Who gets in: refused unless HOME_ASSISTANT_ALLOW names the device. */
const SENSITIVE_DOMAINS: ReadonlySet<string> = new Set(['lock', 'alarm_control_panel']);
const SENSITIVE_COVERS: ReadonlySet<string> = new Set(['garage', 'gate', 'door']);
/** For covers and switches whose class nobody has set. */
const SENSITIVE_NAME = /\b(?:garage|gate|door|lock|alarm|siren)/i;
const OPENERS: ReadonlySet<string> = new Set(['cover', 'switch', 'input_boolean']);

export type Entity = { entity_id: string; name: string; device_class: string | null };

/** Whether somebody could get into the home, or be locked out, through this device. */
export function isSensitive({ entity_id, name, device_class }: Entity): boolean {
  const domain = domainOf(entity_id);
  if (SENSITIVE_DOMAINS.has(domain)) return true;
  if (domain === 'cover' && SENSITIVE_COVERS.has(device_class ?? '')) return true;
  return OPENERS.has(domain) && SENSITIVE_NAME.test(`${entity_id.replace(/[._]/g, ' ')} ${name}`);
}

export function domainOf(entityId: string): string {
  return entityId.slice(0, entityId.indexOf('.'));
}
