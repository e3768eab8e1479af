/** Keeps what the clinician has said about themselves: where and in what they practise, what they prefer, how to reach them. */
import { z } from 'zod';
import { PROFILE_PARTS } from '../profile.ts';
import { researchTool } from './research-tool.ts';

export const noteProfile = researchTool({
  name: 'note_profile',
  description:
    'Keeps something that the user has said about themselves in their profile, which you are shown in every conversation. ' +
    'Never anything about a patient, and no research topic.',
  input: z.object({
    part: z
      .enum(PROFILE_PARTS)
      .describe('practice: what and where they practise; preferences: how they want answers; contact'),
    note: z.string().min(3).max(500).describe('In their own words, in one sentence'),
  }),
  output: z.union([z.object({ ok: z.literal(true) }), z.object({ error: z.string() })]),
  effect: 'write',
  perTurn: 5,
  async run({ part, note }, { desk, conversation, origin, key }) {
    if (origin.kind !== 'user') return { error: 'Only the user can say who they are.' };
    await desk.noteProfile(conversation, part, note, key);
    return { ok: true as const };
  },
});
