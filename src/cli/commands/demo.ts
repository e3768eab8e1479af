/** `medfleet demo`: a demo patient, to have something to look at. */
import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand, JSON_OPTION, printJson, UsageError } from '../command.ts';

const DEMO_PATIENT = 'demo-anna';
/** Each request goes on where the one before it stopped. */
const PAUSE_MS = 1_000;

export const demo = defineCommand({
  name: 'demo',
  summary: 'Make a demo patient, so that every page has something to show',
  usage: '[remove]',
  actions: ['remove'],
  mostWords: 1,
  options: { json: JSON_OPTION },
  examples: [
    ['medfleet demo', 'makes it; a second time changes nothing'],
    ['medfleet demo remove', 'erases it with everything about it'],
  ],
  async run({ values, words: [action], io, style, url, client }) {
    if (action === 'remove') {
      const erased = await client.erasePatient({ params: { id: DEMO_PATIENT } });
      if (values.json) printJson(io, erased);
      else io.out(`${DEMO_PATIENT} is erased.\n`);
      return undefined;
    }
    if (action !== undefined) throw new UsageError(`there is no "${action}", only remove`);
    let made = await client.createDemo();
    for (; !made.complete; made = await client.createDemo()) await sleep(PAUSE_MS);
    if (values.json) printJson(io, made);
    else io.out(`${style.bold(made.patient_id)} is there. Look at it: ${url}/dashboard\n`);
    return undefined;
  },
});
