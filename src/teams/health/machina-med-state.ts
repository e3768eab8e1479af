/** The state that every health agent shares (machinamed document): whose conversation this is, and what it is about. */
import { z } from 'zod';

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

/** Seen through Intl, so that "this morning" means the user's morning. */
export const Timezone = z.string().refine(isTimezone, 'not an IANA time zone such as Europe/Berlin');

export const UserLocation = z.strictObject({
  timezone: Timezone.optional(),
  locale: z.string().max(35).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
});

export const MachinaMedState = z.object({
  patient_id: z.string(),
  user_id: z.string(),
  user_location: UserLocation.nullable().default(null),
  session_topic_node_uuid: z.string().nullable().default(null),
  session_topic_node_type: z.enum(SESSION_TOPIC_NODE_TYPES).nullable().default(null),
});
export type MachinaMedState = z.infer<typeof MachinaMedState>;

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
