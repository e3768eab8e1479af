/** What the user pointed at when they pressed "Ask Tusdi AI": the session's topic, read from this patient's own graph. */
import { z } from 'zod';
import { nameKey, type RecordEntry, type SidePanel, type TopicNode } from '../../../record/index.ts';
import { MACHINA_MED_STATE, MachinaMedState } from '../machina-med-state.ts';
import { clipped, digestOf, EntryDigest } from './entry-digest.ts';
import { recordTool } from './record-tool.ts';

const RELATED_LIMIT = 20;
const HISTORY_LIMIT = 10;

export const readTopicNode = recordTool({
  name: 'read_topic_node',
  description:
    'Reads what this conversation is about: the condition, symptom, allergy, observation, document, encounter or medication ' +
    'that the user opened it from, with everything else the record holds under the same name.',
  input: z.object({}),
  output: z.union([
    z.object({
      type: z.string(),
      uuid: z.string(),
      properties: z.record(z.string(), z.unknown()),
      related: z.array(EntryDigest),
    }),
    z.object({ error: z.string() }),
  ]),
  effect: 'read',
  async run(_input, context) {
    const state = MachinaMedState.safeParse(context.state.get(MACHINA_MED_STATE));
    const uuid = state.success ? state.data.session_topic_node_uuid : null;
    if (!uuid) return { error: 'This conversation has no topic. Answer from the message alone.' };
    const record = context.record();
    const node = await record.topicNode(context.patient, uuid);
    if (!node) return { error: 'The topic of this conversation is not in this patient’s record.' };
    const panel = await record.sidePanel(context.patient, context.patientId);
    return {
      type: node.label,
      uuid: node.uuid,
      properties: shown(node),
      related: relatedTo(node, panel).slice(0, RELATED_LIMIT).map(digestOf),
    };
  },
});

/** Codes of a source say nothing to a reader that the name does not. */
function shown({ properties: { source_codes: _, ...properties } }: TopicNode): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.slice(-HISTORY_LIMIT)];
      return [name, typeof value === 'string' ? clipped(value) : value];
    }),
  );
}

function relatedTo(node: TopicNode, panel: SidePanel): RecordEntry[] {
  const { name } = node.properties;
  if (typeof name !== 'string') return [];
  // A relative's condition is not the patient's.
  const { family_history: _, ...own } = panel;
  return Object.values(own)
    .flatMap((section) => (Array.isArray(section) ? section : []))
    .filter((entry) => entry.id !== node.uuid && nameKey(entry.name) === nameKey(name));
}
