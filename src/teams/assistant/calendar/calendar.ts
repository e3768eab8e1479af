/** The calendar of a user as other programs see it: as a file, by a secret address, and with files of theirs brought in. */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import { sha256 } from '../../../platform/sha256.ts';
import type { Owner } from '../store/owner.ts';
import type { EventStore } from './event-store.ts';
import type { Feeds } from './feeds.ts';
import type { Ics } from './ics.ts';

export type Calendar = ReturnType<typeof createCalendar>;

/** What a file says, and whether the reader has it already. */
export type CalendarFile = { etag: string; text(): Promise<string> };

export function createCalendar({ events, feeds, ics }: { events: EventStore; feeds: Feeds; ics: Ics }) {
  async function file(owner: Owner): Promise<CalendarFile> {
    const { items, version } = await events.read(owner);
    // The definitions of zones go on with each year.
    const year = new Date().getUTCFullYear();
    const etag = `"${sha256(`${version} ${year}`).slice(0, 32)}"`;
    return { etag, text: () => ics.write({ events: items, name: owner.user_id, year }) };
  }

  return {
    file,

    async feedFile(secret: string): Promise<CalendarFile> {
      const owner = await feeds.owner(secret);
      if (!owner) throw new AppError('not_found', 'There is no such calendar.');
      return file(owner);
    },

    /** `zone`: that of times without one. The same file again changes nothing, but for events that were removed meanwhile. */
    async import(owner: Owner, text: string, zone: string) {
      const now = new Date();
      const { events: read, skipped } = await ics.read({ text, zone, now });
      const imported = await events.import(owner, read, { key: randomUUID(), now });
      return { ...imported, skipped };
    },

    issueFeed: feeds.issue,
    revokeFeed: feeds.revoke,
  };
}
