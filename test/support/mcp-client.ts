/** An ordinary MCP client: the official one, over streamable HTTP. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

export type Called = { isError: boolean; words: string; data: Record<string, unknown> };

/** Of several addresses, each request goes to the next one. Closes with the test. */
export async function mcpClient(urls: string[], token?: string) {
  let requests = 0;
  const next = () => urls[requests++ % urls.length] ?? '';
  const transport = new StreamableHTTPClientTransport(new URL(`${urls[0]}/mcp`), {
    requestInit: token ? { headers: { Authorization: `Bearer ${token}` } } : {},
    fetch: (url, init) => fetch(new URL(new URL(url).pathname, next()), init),
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport as Transport);
  onTestFinished(() => client.close());
  return {
    client,
    async names() {
      return (await client.listTools()).tools.map(({ name }) => name).sort();
    },
    async call(
      name: string,
      args: Record<string, unknown> = {},
      options: Parameters<Client['callTool']>[2] = {},
    ): Promise<Called> {
      const result = (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
      const [first] = result.content;
      return {
        isError: result.isError === true,
        words: first?.type === 'text' ? first.text : '',
        data: result.structuredContent ?? {},
      };
    },
  };
}
