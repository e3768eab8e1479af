/** Addresses on the record page: a section, and what is open in it. */
import { go, to } from '../../router.ts';

type Opened = { name?: string | null; entry?: string | null };

export function recordAddress(section: string, opened: Opened = {}): string {
  const given = Object.entries(opened).flatMap(([key, value]) => (value ? [[key, value]] : []));
  const query = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return (section === 'overview' ? to('record') : to('record', section)) + query;
}

/** Opens the details of an entry above what is shown; a link would scroll to the top. */
export function openEntry(entry: string): void {
  go(withEntry(entry));
}

export function showEntryInstead(entry: string): void {
  go(withEntry(entry), 'replace');
}

export function closeEntry(): void {
  go(withEntry(null), 'replace');
}

function withEntry(entry: string | null): string {
  const query = new URLSearchParams(location.search);
  if (entry === null) query.delete('entry');
  else query.set('entry', entry);
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname;
}
