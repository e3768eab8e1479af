/** Words that ask nothing get a short answer, not an analysis. */
import { expect, it } from 'vitest';
import { ask, model, request, user } from './support.ts';

it.each([
  ['haha ok', /^All right/],
  ['ok thanks doc, bye', /^Take care/],
  ['gracias', /^You are welcome/],
  ['ok will ring the gp', /^Good\./],
])('small talk: %s', async (text, reply) => {
  const messages = [user('I have a cough'), model('…'), user(text)];
  const toolNames = ['get_patient_record'];
  expect((await ask(request('HealthConsultantAgent', messages, { toolNames }))).text).toMatch(reply);
});
