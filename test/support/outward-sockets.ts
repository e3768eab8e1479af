/**
 * Watches every way out of this process: names that are looked up, connections to anything but this machine, and requests over TLS.
 * Nothing really leaves: what would is led to a local server that records it and answers as the services do.
 */
import dns from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, isIP, Socket } from 'node:net';
import { Agent, buildConnector, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { onTestFinished } from 'vitest';

/** Any public address: every name has it. */
const PUBLIC = '93.184.216.34';

type Sent = { host: string; url: string; body: string };
type Outward = {
  /** Names that were looked up, and addresses that a connection was opened to. */
  reached: Set<string>;
  requests: Sent[];
  /** All of it as one text, decoded. */
  text(): string;
};

/** `answer` gives a body for a request; null: 404. A body that begins with `<` is HTML, all others are JSON. */
export async function watchOutward(answer: (sent: Sent) => string | null): Promise<Outward> {
  const reached = new Set<string>();
  const requests: Sent[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const sent = { host: request.headers.host ?? '', url: request.url ?? '', body };
    requests.push(sent);
    const given = answer(sent);
    const type = given?.startsWith('<') ? 'text/html' : 'application/json';
    response.writeHead(given === null ? 404 : 200, { 'content-type': type }).end(given ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const { lookup } = dns.promises;
  dns.promises.lookup = (async (name: string, options: dns.LookupOptions = {}) => {
    if (isLocal(name)) return lookup(name, options as dns.LookupOneOptions);
    reached.add(name);
    const address = { address: PUBLIC, family: 4 };
    return options.all ? [address] : address;
  }) as typeof lookup;
  syncBuiltinESMExports();

  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const options = targetOf(args);
    if (options.host && !isLocal(options.host)) {
      reached.add(options.host);
      Object.assign(options, { host: '127.0.0.1', port, lookup: undefined });
    }
    return connect.apply(this, args as Parameters<typeof connect>);
  } as typeof connect;

  const dispatcher = getGlobalDispatcher();
  const plain = buildConnector({});
  setGlobalDispatcher(
    new Agent({
      // What would be encrypted goes to the local server as it is.
      connect: (options, done) => {
        if (isLocal(options.hostname)) return plain(options, done);
        reached.add(options.hostname);
        return plain({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(port) }, done);
      },
    }),
  );

  onTestFinished(() => {
    dns.promises.lookup = lookup;
    syncBuiltinESMExports();
    Socket.prototype.connect = connect;
    setGlobalDispatcher(dispatcher);
    server.closeAllConnections();
    server.close();
  });
  return {
    reached,
    requests,
    text: () => decoded([...reached, ...requests.map(({ host, url, body }) => `${host} ${url} ${body}`)].join('\n')),
  };
}

/** The public services' answers: one work each, about the terms that a test names. */
export function serviceAnswers(title: string): (sent: Sent) => string | null {
  return ({ host, url }) => {
    if (url.includes('/esearch.fcgi')) return JSON.stringify({ esearchresult: { idlist: ['111'] } });
    if (url.includes('/esummary.fcgi')) return JSON.stringify({ result: { 111: { uid: '111', title, pubtype: [] } } });
    if (host.endsWith('ebi.ac.uk')) return JSON.stringify({ resultList: { result: [] } });
    if (host.endsWith('clinicaltrials.gov')) return JSON.stringify({ studies: [] });
    if (host.endsWith('perplexity.ai'))
      return JSON.stringify({ results: [{ title, url: 'http://pages.example/found', snippet: '' }] });
    return null;
  };
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Node passes its own normalised array, or what the caller gave: an object, or port and host. */
function targetOf(args: unknown[]): { host?: string; port?: number } {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) return first;
  return typeof second === 'string' ? { host: second } : {};
}

function decoded(text: string): string {
  return text
    .replace(/\+/g, ' ')
    .replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
