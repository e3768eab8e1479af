/** The state that every health agent shares (machinamed document): whose conversation this is, and what it is about. */
import { z } from 'zod';
import { type TaskRequest, UserLocation } from '../../engine/task/task.ts';

export const MACHINA_MED_STATE = 'machina_med_state';

export const SESSION_TOPIC_NODE_TYPES = [
  'ConditionCaseNode',
  'ConditionTypeNode',
  'SymptomTypeNode',
  'SymptomEpisodeNode',
  'AllergyRecordNode',
  'ObservationTypeNode',
  'DocumentReferenceNode',
  'EncounterNode',
  'IntakeRegimenNode',
] as const;

export const Topic = z.strictObject({ node_uuid: z.uuid(), node_type: z.enum(SESSION_TOPIC_NODE_TYPES) });

export const MachinaMedState = z.object({
  patient_id: z.string(),
  user_id: z.string(),
  user_location: UserLocation.nullable().default(null),
  session_topic_node_uuid: z.string().nullable().default(null),
  session_topic_node_type: z.enum(SESSION_TOPIC_NODE_TYPES).nullable().default(null),
});
export type MachinaMedState = z.infer<typeof MachinaMedState>;

/** The state that a turn begins with. A turn without a topic keeps the session's. */
export function openingState({ subject, user_id, user_location, input }: TaskRequest): Record<string, unknown> {
  const topic = Topic.safeParse(input.topic);
  return {
    patient_id: subject?.id ?? user_id,
    user_id,
    user_location,
    ...(topic.success && {
      session_topic_node_uuid: topic.data.node_uuid,
      session_topic_node_type: topic.data.node_type,
    }),
  };
}
