/**
 * The typed client: sends a message, follows it, and reads the record. Requests are sent again where that is safe, streams resume, and
 * the compiler knows every field.
 *   node --import tsx examples/client/ask.ts "My weight is 80 kg." [patient]
 */
import { createClient, MedfleetError } from 'medfleet/client';

const [text = 'My weight is 80 kg. What does metformin do?', patient_id = 'anna'] = process.argv.slice(2);
const { MEDFLEET_URL: baseUrl = 'http://127.0.0.1:8080', MEDFLEET_TOKEN: token } = process.env;
const client = createClient({ baseUrl, token });

try {
  const asking = client.ask({ text, patient_id });
  let step = await asking.next();
  for (; !step.done; step = await asking.next()) console.log(`${step.value.event}`);
  console.log(`reply: ${step.value.reply}`);

  const { observations } = await client.getRecord({ params: { id: patient_id } });
  for (const { name, value, unit } of observations) console.log(`on file: ${name} ${value} ${unit ?? ''}`);
} catch (error) {
  // What the API answers instead of what was asked for has a code that stays the same, and words for people.
  if (!(error instanceof MedfleetError)) throw error;
  console.error(`${error.code}: ${error.detail}`);
  process.exitCode = 1;
}
