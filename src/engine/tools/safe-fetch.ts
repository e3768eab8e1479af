/**
 * Opens an address that a user or a model wrote, without letting it reach anything private. The name is resolved once,
 * every address it has is checked, and the connection goes to exactly those: the checked address is the one connected to, however the
 * name was spelled and whatever DNS answers later. Each redirect passes the same checks.
 */
import { lookup as dnsLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, fetch, type Response } from 'undici';
import { unlessAborted } from '../../platform/unless-aborted.ts';
import { isPublicAddress } from './public-address.ts';

const PORTS = new Set(['80', '443', '8080', '8443']);
const TYPES = new Set(['text/html', 'text/plain', 'application/json']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
const MAX_BYTES = 2 * 1024 * 1024;
const DEADLINE_MS = 10_000;

type Address = { address: string; family: number };
type Resolve = (hostname: string) => Promise<Address[]>;

export type FetchOptions = {
  /** "host" or "host:port" that may be reached although private. */
  allowHosts: readonly string[];
  signal: AbortSignal;
  resolve?: Resolve;
  deadlineMs?: number;
};

export type FetchedPage = { url: string; status: number; type: string; body: string; truncated: boolean };

/** Shown to the user, so it tells what to do and nothing about our network. */
export class Refusal extends Error {}

export async function safeFetch(url: string, options: FetchOptions): Promise<FetchedPage | { error: string }> {
  const { signal, deadlineMs = DEADLINE_MS } = options;
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    return await follow(url, { ...options, signal: AbortSignal.any([signal, deadline]) });
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (thrown instanceof Refusal) return { error: thrown.message };
    if (deadline.aborted) return { error: 'The page took too long to answer.' };
    return { error: 'The page could not be reached.' };
  }
}

async function follow(start: string, options: FetchOptions): Promise<FetchedPage> {
  let url = checkedUrl(start, undefined, options.allowHosts);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const addresses = await checkedAddresses(url, options);
    // A new agent for each redirect: no pooled connection may be reused after another check.
    const agent = new Agent({ connect: { lookup: pinnedTo(addresses) } });
    try {
      const response = await fetch(url, {
        dispatcher: agent,
        redirect: 'manual',
        signal: options.signal,
        headers: { accept: [...TYPES].join(', '), 'user-agent': 'Medfleet' },
      });
      const target = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
      if (target === null) return await pageOf(url, response);
      url = checkedUrl(target, url, options.allowHosts);
    } finally {
      await agent.destroy();
    }
  }
  throw new Refusal('The address redirects too many times.');
}

export function checkedUrl(text: string, base: URL | undefined, allowHosts: readonly string[]): URL {
  if (!URL.canParse(text, base?.href)) throw new Refusal('This is not a web address.');
  const url = new URL(text, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Refusal('Only addresses that start with http:// or https:// can be opened.');
  }
  if (url.username || url.password) throw new Refusal('Addresses with a user name or password are not opened.');
  if (!PORTS.has(portOf(url)) && !isAllowed(url, allowHosts)) throw new Refusal('This port is not open to us.');
  return url;
}

export async function checkedAddresses(url: URL, options: FetchOptions): Promise<Address[]> {
  const hostname = bare(url.hostname);
  const addresses = ipaddr.isValid(hostname)
    ? [{ address: hostname, family: ipaddr.parse(hostname).kind() === 'ipv6' ? 6 : 4 }]
    : await unlessAborted((options.resolve ?? resolveAll)(hostname), options.signal);
  if (addresses.length === 0) throw new Refusal('This address could not be found.');
  // One private address among public ones is enough to refuse.
  if (!isAllowed(url, options.allowHosts) && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new Refusal('This address is not public, so it is not opened.');
  }
  return addresses;
}

export function isAllowed(url: URL, allowHosts: readonly string[]): boolean {
  const names = [url.hostname, bare(url.hostname)];
  return allowHosts.some((entry) => {
    const wanted = entry.toLowerCase();
    return names.some((name) => wanted === name || wanted === `${name}:${portOf(url)}`);
  });
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

async function resolveAll(hostname: string): Promise<Address[]> {
  try {
    return await dnsLookup(hostname, { all: true });
  } catch {
    return [];
  }
}

export function pinnedTo(addresses: Address[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}

async function pageOf(url: URL, response: Response): Promise<FetchedPage> {
  if (!response.ok) throw new Refusal(`The page answered with status ${response.status}.`);
  const [type = '', ...parameters] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
  const media = type.trim();
  if (media === 'application/pdf') throw new Refusal('This is a PDF file, and those cannot be read here.');
  if (!TYPES.has(media)) throw new Refusal('Only web pages, plain text and JSON can be read.');
  const { bytes, truncated } = await bodyOf(response);
  return { url: url.href, status: response.status, type: media, body: decoded(bytes, parameters), truncated };
}

async function bodyOf(response: Response): Promise<{ bytes: Buffer; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), truncated: size > MAX_BYTES };
}

function decoded(bytes: Buffer, parameters: string[]): string {
  const charset = /charset="?([^"\s]+)/.exec(parameters.join(';'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
