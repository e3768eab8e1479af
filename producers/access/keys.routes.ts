/**
 * /v1/keys: make, list, rotate and revoke keys. Whoever asks can give at most the rights that it has itself, and a key with more is to it
 * as one that does not exist.
 */
import { z } from 'zod';
import { type ApiKey, type KeyWish, principalOfKey } from '../../src/engine/access/api-key.ts';
import type { KeyStore } from '../../src/engine/access/key-store.ts';
import type { Principal } from '../../src/engine/access/principal.ts';
import { exceeded, type Rights } from '../../src/engine/access/rights.ts';
import { AppError } from '../../src/platform/errors.ts';
import { invalidField } from '../../src/platform/invalid-input.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { KeyList, KeyView, KeyWithSecret, keyView, NewKeyRequest, RotateRequest } from './keys.schemas.ts';

/** As the request names them. */
const FIELDS: Readonly<Record<keyof Rights, string>> = {
  tenant: 'tenant',
  subject: 'subject',
  scopes: 'scopes',
  people: 'patients',
  actions: 'actions',
  perMinute: 'requests_per_minute',
  expiresAt: 'expires_at',
};

export function keyRoutes(store: KeyStore): Route[] {
  const params = z.object({ id: z.string() });

  const within = (principal: Principal, key: ApiKey) => exceeded(principal, principalOfKey(key.id, key)).length === 0;

  async function own(principal: Principal, id: string): Promise<ApiKey> {
    const key = await store.find(principal.tenant, id);
    if (!within(principal, key)) throw new AppError('not_found', 'There is no such key.');
    return key;
  }

  return [
    defineRoute({
      method: 'get',
      path: '/v1/keys',
      operation: 'listKeys',
      scope: 'keys:read',
      audited: true,
      summary: 'The keys of the tenant that have at most the rights of the one that asks, newest first',
      tag: 'Keys',
      replies: { 200: { description: 'Without their secrets', schema: KeyList } },
      async handle({ principal }) {
        const keys = (await store.list(principal.tenant)).filter((key) => within(principal, key));
        return { status: 200, body: { keys: keys.map((key) => keyView(key)) } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/keys',
      operation: 'createKey',
      scope: 'keys:write',
      audited: true,
      summary: 'Make a key with at most the rights of the one that asks; its secret is shown once',
      tag: 'Keys',
      body: NewKeyRequest,
      replies: { 201: { description: 'The key and its secret', schema: KeyWithSecret } },
      async handle({ body, principal }) {
        const wanted = wantedKey(body, principal);
        const more = exceeded(principal, principalOfKey('', wanted));
        if (more.length > 0)
          throw new AppError(
            'forbidden',
            `A key has at most the rights of the one that makes it; this asks for more in ${more.map((name) => FIELDS[name]).join(', ')}.`,
          );
        const { key, secret } = await store.create(wanted, principal.credential);
        const headers = { Location: `/v1/keys/${key.id}`, 'Cache-Control': 'no-store' };
        return { status: 201, body: { ...keyView(key), secret }, headers };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/keys/{id}/rotate',
      operation: 'rotateKey',
      scope: 'keys:write',
      audited: true,
      summary: 'Give a key a new secret; the earlier one stays valid until the overlap ends',
      tag: 'Keys',
      params,
      body: RotateRequest,
      replies: { 200: { description: 'The key and its new secret', schema: KeyWithSecret } },
      async handle({ params: { id }, body, principal }) {
        await own(principal, id);
        const { key, secret } = await store.rotate(principal.tenant, id, body.overlap_seconds * 1000);
        return { status: 200, body: { ...keyView(key), secret }, headers: { 'Cache-Control': 'no-store' } };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/v1/keys/{id}',
      operation: 'revokeKey',
      scope: 'keys:write',
      audited: true,
      summary: 'Revoke a key; every producer refuses it from its next request on',
      tag: 'Keys',
      params,
      replies: { 200: { description: 'The key that was revoked', schema: KeyView } },
      async handle({ params: { id }, principal }) {
        const key = await own(principal, id);
        await store.revoke(principal.tenant, id);
        return { status: 200, body: keyView(key) };
      },
    }),
  ];
}

/** What the request leaves out is as the maker has it. */
function wantedKey(body: z.infer<typeof NewKeyRequest>, maker: Principal): KeyWish {
  const { name, scopes, patients, actions, subject, requests_per_minute, expires_at } = body;
  const expires = expires_at === undefined ? maker.expiresAt : expires_at === null ? null : Date.parse(expires_at);
  if (expires !== null && expires <= Date.now()) throw invalidField('expires_at', 'must be in the future');
  return {
    tenant: maker.tenant,
    name,
    scopes: [...new Set(scopes)],
    people: patients === undefined ? listOf(maker.people) : patients && [...new Set(patients)],
    actions: actions === undefined ? listOf(maker.actions) : actions && [...new Set(actions)],
    subject: subject === undefined ? maker.subject : subject,
    per_minute: requests_per_minute === undefined ? maker.perMinute : requests_per_minute,
    expires_at: expires,
  };
}

function listOf(names: ReadonlySet<string> | null): string[] | null {
  return names && [...names];
}
