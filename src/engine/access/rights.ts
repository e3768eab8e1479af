/** Whether a principal may give rights to a key, and whether it may see, rotate and revoke one: only what it could have made itself. */
import { mayActAs, mayActFor, mayCall, type Principal } from './principal.ts';

export type Rights = Pick<
  Principal,
  'tenant' | 'subject' | 'scopes' | 'people' | 'actions' | 'perMinute' | 'expiresAt'
>;

const LIMITS: Readonly<Record<keyof Rights, (maker: Principal, wanted: Rights) => boolean>> = {
  tenant: (maker, { tenant }) => maker.tenant === tenant,
  subject: (maker, { subject }) => (subject === null ? maker.subject === null : mayActAs(maker, subject)),
  scopes: (maker, { scopes }) => [...scopes].every((scope) => maker.scopes.has(scope)),
  people: (maker, { people }) =>
    maker.people === null || (people !== null && [...people].every((person) => mayActFor(maker, person))),
  actions: (maker, { actions }) =>
    maker.actions === null || (actions !== null && [...actions].every((name) => covers(maker, name))),
  perMinute: (maker, { perMinute }) => noMore(maker.perMinute, perMinute),
  expiresAt: (maker, { expiresAt }) => noMore(maker.expiresAt, expiresAt),
};

/** The rights that are larger than the maker's own; none if it may give them. */
export function exceeded(maker: Principal, wanted: Rights): (keyof Rights)[] {
  return (Object.keys(LIMITS) as (keyof Rights)[]).filter((name) => !LIMITS[name](maker, wanted));
}

/** Null means no limit. */
function noMore(most: number | null, wanted: number | null): boolean {
  return most === null || (wanted !== null && wanted <= most);
}

function covers(maker: Principal, name: string): boolean {
  const [agent = '', action] = name.split('/');
  return mayCall(maker, agent, action);
}
