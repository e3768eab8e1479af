/** Finds the devices that a name can mean: "the kitchen light" is "Kitchen Ceiling Light", and "lights" are lights. */
import type { HomeDevice } from './home-assistant.ts';
import { domainOf } from './services.ts';

/** Words of a request that name no device. */
const EMPTY: ReadonlySet<string> = new Set('the a an my our your of in at on all every both and to please'.split(' '));
/** What people call a kind of device, and its domains. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  light: ['light'],
  lamp: ['light'],
  switch: ['switch', 'input_boolean'],
  plug: ['switch'],
  socket: ['switch'],
  thermostat: ['climate'],
  heating: ['climate'],
  heater: ['climate', 'switch'],
  temperature: ['climate', 'sensor'],
  blind: ['cover'],
  curtain: ['cover'],
  shutter: ['cover'],
  garage: ['cover'],
  door: ['lock', 'cover', 'binary_sensor'],
  window: ['binary_sensor', 'cover'],
  lock: ['lock'],
  alarm: ['alarm_control_panel'],
  fan: ['fan'],
  tv: ['media_player'],
  television: ['media_player'],
  speaker: ['media_player'],
  music: ['media_player'],
  scene: ['scene'],
  vacuum: ['vacuum'],
};

type Wanted = { name?: string | undefined; domains?: readonly string[] | undefined };

/** Those whose name is exactly what was said, else those that have all its words; a word may also name the kind of the device. */
export function findDevices(devices: readonly HomeDevice[], { name = '', domains }: Wanted): HomeDevice[] {
  const fitting = domains ? devices.filter(({ entity_id }) => domains.includes(domainOf(entity_id))) : devices;
  const wanted = nameWords(name);
  if (wanted.length === 0) return [...fitting];
  const exact = fitting.filter(
    (device) => nameWords(device.name).join(' ') === wanted.join(' ') || device.entity_id === name,
  );
  if (exact.length > 0) return exact;
  const matches = fitting.filter((device) => {
    const own = new Set([
      ...nameWords(device.name),
      ...nameWords(device.entity_id.slice(device.entity_id.indexOf('.') + 1)),
    ]);
    return wanted.every((word) => own.has(word) || isKind(word, device));
  });
  // "The kitchen light" rather than the switch that has both words in its name.
  const ofKind = matches.filter((device) => wanted.some((word) => isKind(word, device)));
  return ofKind.length > 0 ? ofKind : matches;
}

function isKind(word: string, { entity_id }: HomeDevice): boolean {
  return Object.hasOwn(KINDS, word) && (KINDS[word] ?? []).includes(domainOf(entity_id));
}

function nameWords(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !EMPTY.has(word)).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}
