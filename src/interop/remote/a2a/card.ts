/**
 * The agent card of a remote agent: what is believed of it. It is text from outside that says where tokens and people's words are to be
 * sent, so an address in it counts only if it is at the endpoint's own origin or at a host that the config allows.
 */
import { AgentCard, canonicalizeAgentCard } from '@a2a-js/sdk';
import { isLegacyAgentCard, parseLegacyAgentCard } from '@a2a-js/sdk/compat/v0_3/client';
import { base64url, flattenedVerify, type JWK } from 'jose';
import { z } from 'zod';
import { endpointProblem, type RemoteConfig } from '../../../engine/agents/remote.ts';
import { RemoteFailure } from '../failure.ts';

const WELL_KNOWN = '.well-known/agent-card.json';
const BINDINGS: ReadonlySet<string> = new Set(['JSONRPC', 'HTTP+JSON']);
/** The best first: an agent that speaks 1.0 is not spoken to in 0.3. */
const VERSIONS = [/^1\.\d+$/, /^0\.3(?:\.\d+)?$/];
/** More than any agent needs. */
const MAX_INTERFACES = 20;

/** A header that an agent may ask the token to be in; none that changes what the request is. */
const KEY_HEADER = /^(?!host$|connection$|content-|transfer-|a2a-|cookie$|expect$|upgrade$|te$)[a-z0-9-]{1,64}$/i;

/** What must be there to call it; the rest is for people. */
const Known = z.object({
  name: z.string().min(1),
  supportedInterfaces: z
    .array(z.object({ url: z.string(), protocolBinding: z.string(), protocolVersion: z.string() }))
    .min(1)
    .max(MAX_INTERFACES),
});

/** An endpoint is where the agent is, or the card itself. */
export function cardUrlOf(endpoint: string): URL {
  if (endpoint.endsWith('.json')) return new URL(endpoint);
  return new URL(WELL_KNOWN, endpoint.endsWith('/') ? endpoint : `${endpoint}/`);
}

/** Whether a request may go there. */
export function mayReach(url: string, endpoint: string, { allow_hosts }: Pick<RemoteConfig, 'allow_hosts'>): boolean {
  if (endpointProblem(url) !== undefined) return false;
  const { origin, host } = new URL(url);
  return origin === new URL(endpoint).origin || allow_hosts.some((allowed) => allowed.toLowerCase() === host);
}

/** The card with those of its interfaces that can be used, in its own order. */
export function readCard(json: unknown, endpoint: string, config: Pick<RemoteConfig, 'allow_hosts'>): AgentCard {
  const card = parsed(json);
  if (!Known.safeParse(card).success) throw new RemoteFailure('CARD_INVALID');
  const bound = card.supportedInterfaces.filter(({ protocolBinding }) => BINDINGS.has(protocolBinding));
  const spoken = VERSIONS.map((version) => bound.filter((one) => version.test(one.protocolVersion))).find(
    ({ length }) => length > 0,
  );
  if (!spoken) throw new RemoteFailure('CARD_INVALID');
  const supportedInterfaces = spoken.filter(({ url }) => mayReach(url, endpoint, config));
  if (supportedInterfaces.length === 0) throw new RemoteFailure('CARD_ELSEWHERE');
  return { ...card, supportedInterfaces };
}

function parsed(json: unknown): AgentCard {
  try {
    if (!Known.safeParse(json).success && isLegacyAgentCard(json)) return parseLegacyAgentCard(json);
    return AgentCard.fromJSON(json);
  } catch (cause) {
    throw new RemoteFailure('CARD_INVALID', { cause });
  }
}

/** Of the card's signatures one must be of our key. A key that the card itself names would prove nothing, so none is fetched. */
export async function verifyCard(json: unknown, key: string): Promise<void> {
  try {
    const card = AgentCard.fromJSON(json);
    const payload = base64url.encode(canonicalizeAgentCard(card));
    const jwk = JSON.parse(key) as JWK;
    await Promise.any(
      card.signatures.map((one) =>
        flattenedVerify({ payload, protected: one.protected, signature: one.signature }, jwk),
      ),
    );
  } catch (cause) {
    throw new RemoteFailure('CARD_UNSIGNED', { cause });
  }
}

/** In which header the agent wants the token. A card that asks for nothing may be older than the proxy before it. */
export function tokenHeader({ securitySchemes, securityRequirements }: AgentCard): (token: string) => [string, string] {
  if (securityRequirements.length === 0) return bearer;
  for (const { schemes } of securityRequirements) {
    const names = Object.keys(schemes);
    const scheme = securitySchemes[names[0] ?? '']?.scheme;
    if (names.length === 0) return bearer;
    if (names.length > 1) continue;
    if (scheme?.$case === 'oauth2SecurityScheme' || scheme?.$case === 'openIdConnectSecurityScheme') return bearer;
    if (scheme?.$case === 'httpAuthSecurityScheme' && scheme.value.scheme.toLowerCase() === 'bearer') return bearer;
    if (scheme?.$case !== 'apiKeySecurityScheme') continue;
    const { location, name } = scheme.value;
    if (location === 'header' && KEY_HEADER.test(name)) return (token) => [name.toLowerCase(), token];
  }
  throw new RemoteFailure('CARD_CREDENTIALS');
}

function bearer(token: string): [string, string] {
  return ['authorization', `Bearer ${token}`];
}
