/**
 * Sends a message and prints the reply while it is written. Uses nothing but `fetch`.
 *   node examples/ask/ask.mjs "What does metformin do?" [patient]
 */
const [text = 'What does metformin do?', patient_id = 'anna'] = process.argv.slice(2);
const { MEDFLEET_URL = 'http://127.0.0.1:8080', MEDFLEET_TOKEN } = process.env;
const headers = MEDFLEET_TOKEN ? { Authorization: `Bearer ${MEDFLEET_TOKEN}` } : {};

const sent = await fetch(`${MEDFLEET_URL}/v1/turns`, {
  method: 'POST',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify({ text, patient_id }),
});
const receipt = await sent.json();
if (!sent.ok) throw new Error(receipt.detail);

/** Shows one event. Returns true after the last one. */
function show(event, data) {
  if (event === 'routed') console.log(`[${data.agent}]`);
  if (event === 'delta') process.stdout.write(data.text);
  if (event === 'facts')
    for (const { name, value = '', unit = '' } of data.facts) console.log(`\n+ ${name} ${value} ${unit}`);
  if (event === 'done') console.log(`\n[${data.status}]`);
  return event === 'done';
}

/** Reads the stream after the event `lastId`, and returns the id of the last event that it has seen; null at the end of the turn. */
async function follow(lastId) {
  const resume = lastId ? { 'Last-Event-ID': lastId } : {};
  const { body } = await fetch(MEDFLEET_URL + receipt.events_url, { headers: { ...headers, ...resume } });
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      // A line that begins with a colon is a sign of life and has no data.
      if (!field('data')) continue;
      lastId = field('id') ?? lastId;
      if (show(field('event'), JSON.parse(field('data')))) return null;
    }
  }
  return lastId;
}

let lastId = '';
while (lastId !== null) lastId = await follow(lastId);
