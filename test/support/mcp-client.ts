/** An ordinary MCP client: the official one, over streamable HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

export type Called = { isError: boolean; words: string; data: Record<string, unknown> };

/** The revision of the protocol without a handshake; a client speaks an earlier one unless it asks for this. */
export const MODERN = '2026-07-28';

/** Of several addresses, each request goes to the next one. Closes with the test. */
export async function mcpClient(urls: string[], token?: string, revision?: typeof MODERN) {
  let requests = 0;
  const next = () => urls[requests++ % urls.length] ?? '';
  const transport = new StreamableHTTPClientTransport(new URL(`${urls[0]}/mcp`), {
    requestInit: token ? { headers: { Authorization: `Bearer ${token}` } } : {},
    fetch: (url, init) => fetch(new URL(new URL(url).pathname, next()), init),
  });
  const versionNegotiation = { mode: revision ? { pin: revision } : ('legacy' as const) };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    async names() {
      return (await client.listTools()).tools.map(({ name }) => name).sort();
    },
    async call(
      name: string,
      args: Record<string, unknown> = {},
      options: Parameters<Client['callTool']>[1] = {},
    ): Promise<Called> {
      const result = await client.callTool({ name, arguments: args }, options);
      const [first] = result.content;
      return {
        isError: result.isError === true,
        words: first?.type === 'text' ? first.text : '',
        data: (result.structuredContent ?? {}) as Record<string, unknown>,
      };
    },
  };
}
