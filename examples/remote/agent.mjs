/**
 * An agent in a program of its own, without Medfleet: one address that answers the envelope of docs/remote-agents.md, and one that says
 * that it is well. It could be written in any language.
 *
 *   A2A_TOKEN=$(openssl rand -hex 24) PORT=8090 node examples/remote/agent.mjs
 */
import { createServer } from 'node:http';

const METRES_PER_STEP = 0.7;
const MAX_BYTES = 256_000;
const { A2A_TOKEN = '', PORT = '8090' } = process.env;

const server = createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  if (request.url === '/healthz') return answer(200, { status: 'ok' });
  if (request.method !== 'POST' || request.url !== '/a2a') return answer(404, {});
  if (request.headers.authorization !== `Bearer ${A2A_TOKEN}`) return answer(401, {});
  const call = await read(request);
  if (!call) return answer(400, {});
  const { agent_name, conversation_id, input } = call;
  const output = { text: distance(String(input?.parameters?.text ?? '')) };
  return answer(200, { agent_name, conversation_id, output, status: 'success', execution_time_ms: 0 });
});

/** Null for what is no JSON, or too long. */
async function read(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_BYTES) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function distance(text) {
  const steps = Number(/(\d{1,6}) steps/.exec(text)?.[1]);
  if (!steps) return 'Tell me how many steps, such as "6000 steps".';
  return `${steps} steps are about ${((steps * METRES_PER_STEP) / 1000).toFixed(1)} km.`;
}

if (A2A_TOKEN === '') throw new Error('Set A2A_TOKEN: whoever calls has to know it.');
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`listening at http://127.0.0.1:${server.address().port}/a2a`),
);
