/** A question that is asked again of another medicine. */
import { expect, test } from 'vitest';
import { asAskedAgain } from '../../../../src/teams/health/offline/reply/asked-again.ts';
import { ask, called, model, NOTHING, request, responded, user } from './support.ts';

const PAIR = 'is it safe to take ibuprofen with warfarin?';

test.each([
  ['And naproxen?', [PAIR], 'is it safe to take naproxen with warfarin?'],
  ['and with apixaban?', [PAIR], 'is it safe to take ibuprofen with apixaban?'],
  ['what about paracetamol', [PAIR, 'and naproxen?'], 'is it safe to take paracetamol with warfarin?'],
  [
    'and metronidazole?',
    ['I had a tooth out. Can I have a beer with amoxicillin?'],
    'Can I have a beer with metronidazole?',
  ],
  [
    'And if I have kidney disease?',
    ['how much ibuprofen can I take?'],
    'how much ibuprofen can I take if I have kidney disease?',
  ],
])('%s after %j', (text, earlier, meant) => {
  expect(asAskedAgain(text, earlier)).toBe(meant);
});

test.each([
  ['and ramipril', ['I take metformin']],
  ['and sodium?', ['What was my last potassium?']],
  ['and my knee hurts?', [PAIR]],
  ['naproxen?', [PAIR]],
  ['what if I get a fever?', ['I have a cold']],
])('%s after %j is what it says', (text, earlier) => {
  expect(asAskedAgain(text, earlier)).toBe(text);
});

test('what was to go with the first medicine is checked against the second', async () => {
  const messages = [
    user(PAIR),
    model('…'),
    user('and naproxen?'),
    called('x'),
    responded('get_patient_record', NOTHING),
  ];
  const { text } = await ask(request('HealthConsultantAgent', messages, { toolNames: ['get_patient_record'] }));
  expect(text).toMatch(/Naproxen with Warfarin: both raise the risk of bleeding/);
});
