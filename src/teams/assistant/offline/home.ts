/** home_assistant_agent without a model: finds the devices by their names, and asks where a name can mean several. */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { type HomeWish, readHomeWish } from './home-wish.ts';
import type { SpecialistRule } from './specialist.ts';
import { wishesOf } from './wishes.ts';

type Device = { entity_id: string; name: string; state: string; attributes: Record<string, unknown> };

/** One call for each device. */
const MAX_AT_ONCE = 10;
const MAX_SHOWN = 20;
const WHICH = 'Which one do you mean';

export const HOME_RULE: SpecialistRule = (request) => {
  const { text, earlier, lastReply, responses, allResponses } = readConversation(request);
  // "The left one", after "which one do you mean".
  const choice = lastReply.includes(WHICH)
    ? readHomeWish(`${wishBefore(earlier)} ${text.replace(/\bones?\b/gi, '')}`)
    : null;
  const wish = readHomeWish(text) ?? choice;
  if (!wish) return null;
  if (!responses.has('list_devices')) {
    const args = { ...(wish.name && { name: wish.name }), ...(wish.domains && { domains: [...wish.domains] }) };
    return { calls: [{ name: 'list_devices', args }] };
  }
  const { error, devices: listed, more } = asObject(responses.get('list_devices'));
  if (typeof error === 'string') return { text: error };
  const devices = (Array.isArray(listed) ? listed : []) as Device[];
  const results = allResponses.filter(({ name }) => name === 'control_device').map(({ result }) => asObject(result));
  if (results.length > 0) return { text: results.map((result) => outcome(result, wish)).join(' ') };
  if (devices.length === 0) return { text: notFound(wish) };
  return wish.act ? control(wish, devices, wish.act) : { text: states(devices, Number(more ?? 0)) };
};

/** What was asked before, as the specialist was given it. */
function wishBefore(earlier: readonly string[]): string {
  return wishesOf(earlier.at(-1) ?? '').at(-1)?.text ?? '';
}

function control(wish: HomeWish, devices: readonly Device[], act: NonNullable<HomeWish['act']>): RuleAnswer {
  if (devices.length > 1 && !wish.all) return { text: `${WHICH}: ${namesOf(devices)}?` };
  if (devices.length > MAX_AT_ONCE)
    return { text: `That would be ${devices.length} devices. Please name a room or a kind of device.` };
  const calls = devices.flatMap(({ entity_id }) => {
    const call = act(entity_id.slice(0, entity_id.indexOf('.')));
    return call ? [{ name: 'control_device', args: { entity_id, ...call } }] : [];
  });
  return calls.length > 0 ? { calls } : { text: `That cannot be done to ${namesOf(devices)}.` };
}

function outcome({ error, name }: Record<string, unknown>, { done = 'done' }: HomeWish): string {
  return typeof error === 'string' ? error : `${String(name)} is ${done}.`;
}

function states(devices: readonly Device[], more: number): string {
  const lines = devices.slice(0, MAX_SHOWN).map(({ name, state, attributes }) => {
    const { unit_of_measurement: unit, current_temperature: now, temperature: wanted } = attributes;
    const details = [
      ...(now === undefined ? [] : [`now ${String(now)}°`]),
      ...(wanted === undefined ? [] : [`set to ${String(wanted)}°`]),
    ];
    return `${name}: ${state}${unit === undefined ? '' : ` ${String(unit)}`}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
  });
  const left = devices.length - lines.length + more;
  if (lines.length === 1 && left === 0) return `${lines[0]}.`;
  return [
    ...lines.map((line) => `- ${line}`),
    ...(left > 0 ? [`… and ${left} more. Name a room or a kind of device.`] : []),
  ].join('\n');
}

function notFound({ name }: HomeWish): string {
  return name
    ? `I found no device called "${name.slice(0, 100)}". Ask "list my devices" to see them.`
    : 'I found no such device.';
}

function namesOf(devices: readonly Device[]): string {
  const names = devices.slice(0, MAX_SHOWN).map(({ name }) => name);
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}
