/** A model that is of no use costs no alarm, no fact and no answer, and nothing that it has made up reaches a person or a record. */
import { expect, onTestFinished, test } from 'vitest';
import type { TurnView } from '../../producers/turns/turn-view.ts';
import { startFleet } from '../support/fleet.ts';
import { MISBEHAVIOURS } from '../support/misbehaving-model.ts';
import { startScriptedOpenAi } from '../support/scripted-openai.ts';

const EMERGENCY = 'I have crushing chest pain and my left arm is numb';
const FACTS = 'My blood pressure was 150/95 this morning and I take metformin 500 mg twice a day';
const CLAIM = /\bI have (?:added|deleted)|has been sent\b/;

test.each(Object.keys(MISBEHAVIOURS))('%s', async (name) => {
  const model = await startScriptedOpenAi((request) => MISBEHAVIOURS[name]?.(request) ?? { text: '' });
  const fleet = await startFleet({ env: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'small' } });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  const say = (text: string, team: string, session_id: string) =>
    fleet.say(text, { team, session_id, patient_id: team === 'health' ? 'p1' : undefined, user_id: 'p1' });
  const turns = {
    emergency: await say(EMERGENCY, 'health', 's1'),
    facts: await say(FACTS, 'health', 's2'),
    edit: await say('Export my lab results as a PDF', 'health', 's3'),
    list: await say('Add milk to my shopping list', 'assistant', 's4'),
    research: await say('What are your agents doing?', 'research', 's5'),
    quiz: await say('Quiz me on the heart', 'tutor', 's6'),
  } satisfies Record<string, TurnView>;

  for (const [what, turn] of Object.entries(turns)) {
    expect([what, turn.status]).toEqual([what, expect.stringMatching(/^(?:completed|degraded)$/)]);
    expect([what, turn.reply?.trim()]).not.toEqual([what, '']);
    // The assistant's rule does add it.
    if (what !== 'list') expect([what, turn.reply]).not.toEqual([what, expect.stringMatching(CLAIM)]);
  }
  expect(turns.emergency.alarm).toMatch(/\d{3}/);
  expect(turns.emergency.reply?.replace(turns.emergency.alarm ?? '', '')).not.toMatch(/\d/);
  expect(turns.emergency.facts.map((fact) => fact.name)).toContain('Chest pain');
  expect(turns.edit.reply).toMatch(/^To share your health information/);
  const filed = turns.facts.facts.map((fact) => [fact.name, 'value' in fact ? fact.value : undefined]);
  expect(filed.map(([one]) => one).sort()).toEqual([
    'Diastolic blood pressure',
    'Metformin',
    'Systolic blood pressure',
  ]);
});
