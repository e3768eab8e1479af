/** Keys as the command line reads and prints them. */
import { z } from 'zod';
import { type ApiKey, KeyWish } from '../engine/access/api-key.ts';
import type { ShownKey } from '../engine/access/key-store.ts';
import { UsageError } from './command.ts';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export type KeyOptions = {
  name?: string | undefined;
  scopes?: string | undefined;
  patients?: string | undefined;
  subject?: string | undefined;
  actions?: string | undefined;
  'per-minute'?: string | undefined;
};

export function keyWish(tenant: string, options: KeyOptions, expires: number | null): KeyWish {
  const { name = '', scopes = '', patients, subject = null, actions, 'per-minute': perMinute } = options;
  const wish = KeyWish.safeParse({
    tenant,
    name,
    subject,
    scopes: listOf(scopes),
    people: patients === undefined ? null : listOf(patients),
    actions: actions === undefined ? null : listOf(actions),
    per_minute: perMinute === undefined ? null : Number(perMinute),
    expires_at: expires,
  });
  if (!wish.success) throw new Error(z.prettifyError(wish.error).replaceAll('people', 'patients'));
  return wish.data;
}

function listOf(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  return [...new Set(items.filter(Boolean))];
}

export function expiryMs(text: string): number {
  const date = /^\d{4}-/.test(text) ? Date.parse(text) : Date.now() + durationMs('expires', text);
  if (!(date > Date.now())) throw new UsageError('--expires must be in the future: 90d, or 2027-01-31T00:00:00Z');
  return date;
}

export function durationMs(option: string, text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new UsageError(`--${option} must be a number and s, m, h or d: 90d`);
  return Number(count) * (UNITS_MS[unit] ?? 0);
}

export function shownKey({ key, secret }: ShownKey): string {
  return `${keyLine(key)}\n\n  ${secret}\n\nKeep it now: it is not shown again.`;
}

export function keyLine(key: ApiKey): string {
  const parts = [
    key.id,
    key.name,
    key.scopes.join('+'),
    ...(key.subject === null ? [] : [`as ${key.subject}`]),
    ...(key.people === null ? [] : [`for ${key.people.join(',') || 'nobody'}`]),
    ...(key.actions === null ? [] : [`calls ${key.actions.join(',')}`]),
    ...(key.per_minute === null ? [] : [`${key.per_minute} a minute`]),
    key.expires_at === null ? 'does not expire' : `expires ${new Date(key.expires_at).toISOString()}`,
    key.last_used_at === null ? 'never used' : `used ${new Date(key.last_used_at).toISOString()}`,
  ];
  return parts.join('  ');
}
