/**
 * An MCP client of the fleet: what an editor, a desktop assistant or another agent does.
 *   node examples/mcp/client.mjs
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { MEDFLEET_URL = 'http://127.0.0.1:8080', MEDFLEET_TOKEN } = process.env;
const requestInit = MEDFLEET_TOKEN ? { headers: { Authorization: `Bearer ${MEDFLEET_TOKEN}` } } : {};

const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', MEDFLEET_URL), { requestInit }));

const { tools } = await client.listTools();
console.log(`tools: ${tools.map(({ name }) => name).join(', ')}`);

/** The result as data. What goes wrong is a result too. */
async function call(name, args) {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(content[0].text);
  return structuredContent;
}

const text = 'My blood pressure was 128/82 this morning. Is that too high?';
const turn = await call('send_turn', { patient_id: 'mcp-example', text, wait_seconds: 50 });
console.log(`reply: ${turn.reply}`);

const series = await call('get_observations', { patient_id: 'mcp-example', name: 'systolic blood pressure' });
console.log(`measured: ${series.points.map(({ value }) => value).join(', ')} ${series.unit}`);
await client.close();
