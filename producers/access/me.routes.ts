/** GET /v1/me: who the credentials stand for and what they may do, so that a page shows what its reader can use. */
import { z } from 'zod';
import type { KeyStore } from '../../src/engine/access/key-store.ts';
import { LOCAL_PRINCIPAL, type Principal } from '../../src/engine/access/principal.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';

const MeFields = z.object({
  name: z.string().describe('Of the key; else the user that the token is bound to, or the tenant'),
  tenant: z.string(),
  user_id: z.string().nullable().describe('The user that the credentials act as; null: any'),
  scopes: z.array(z.string()),
  patients: z.array(z.string()).nullable().describe('The people they may act for; null: all of the tenant'),
  access: z.enum(['open', 'credentials']).describe('open: this fleet asks for no credentials'),
});

const Me = named('Me', MeFields, {
  description: 'Whom the credentials stand for.',
  examples: [
    {
      name: 'clinic app',
      tenant: 'acme',
      user_id: null,
      scopes: ['turns:read', 'turns:write'],
      patients: ['anna'],
      access: 'credentials',
    },
  ],
});

export function meRoutes(keys: Pick<KeyStore, 'find'>): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/me',
      operation: 'getMe',
      scope: 'any',
      summary: 'Who asks, and what they may do',
      tag: 'Access',
      replies: { 200: { description: 'What the credentials stand for', schema: Me } },
      async handle({ principal }) {
        const { tenant, subject, scopes, people } = principal;
        const me: z.infer<typeof Me> = {
          name: await nameOf(principal),
          tenant,
          user_id: subject,
          scopes: [...scopes],
          patients: people && [...people],
          access: principal === LOCAL_PRINCIPAL ? 'open' : 'credentials',
        };
        return { status: 200, body: me, headers: { 'Cache-Control': 'no-store' } };
      },
    }),
  ];

  async function nameOf(principal: Principal): Promise<string> {
    if (principal === LOCAL_PRINCIPAL) return 'This machine';
    if (principal.key !== null) return (await keys.find(principal.tenant, principal.key)).name;
    return principal.subject ?? principal.tenant;
  }
}
