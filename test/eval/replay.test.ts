/** A turn of a real fleet becomes a case, and the case runs again without one: the same as long as nothing has changed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { recordTurn } from './record-turn.ts';
import { replayTurn } from './replay-turn.ts';
import type { TurnCase } from './turn-case.ts';

let fleet: Fleet;
let recorded: TurnCase;

beforeAll(async () => {
  fleet = await startFleet({ env: { KEEP_JOURNALS: 'true' } });
  const before = await fleet.say('I take metformin 500 mg twice a day');
  const turn = await fleet.say('My blood pressure was 120/80 this morning, is that ok?', {
    session_id: before.session_id,
  });
  recorded = await recordTurn(fleet.base.redis.connect('worker'), fleet.base.config.REDIS_PREFIX, turn.turn_id);
});
afterAll(() => fleet.close());

describe('a recorded turn', () => {
  it('holds what was said before, what the models answered and what came of it', () => {
    expect(recorded.history).toHaveLength(2);
    expect(recorded.answers.map(({ agent }) => agent)).toEqual(
      expect.arrayContaining(['TriageAgent', 'HealthConsultantAgent', 'MedicalMeasurementsAgent']),
    );
    expect(Object.keys(recorded.tools).length).toBeGreaterThan(0);
    expect(recorded.expected.route).toBe('patient_consult');
    expect(recorded.expected.facts).not.toHaveLength(0);
  });

  it('comes out the same when it is run again', async () => {
    expect(await replayTurn(recorded, fleet.base.teams())).toEqual({ same: true, diff: [] });
  });

  it('says what is different when an answer is', async () => {
    const changed = structuredClone(recorded);
    for (const { agent, answer } of changed.answers) {
      if (agent === 'HealthConsultantAgent' && answer.calls.length === 0) answer.text = 'Something else.';
      if (agent === 'MedicalMeasurementsAgent' || agent === 'DataEntryAgent') answer.text = '{"facts": []}';
    }
    const { same, diff } = await replayTurn(changed, fleet.base.teams());
    expect(same).toBe(false);
    expect(diff).toContain('+ reply: Something else.');
    expect(diff).toContainEqual(expect.stringMatching(/^- fact: observation Systolic blood pressure/));
  });

  it('says so when an agent asks for more than was recorded', async () => {
    const cut = { ...recorded, answers: recorded.answers.filter(({ agent }) => agent !== 'TriageAgent') };
    const { diff } = await replayTurn(cut, fleet.base.teams());
    expect(diff).toContain('! TriageAgent: nothing was recorded for step 1 of TriageAgent.');
  });
});
