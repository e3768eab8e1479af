/**
 * Who has looked at what: one stream for each tenant, bounded in length and age. A person stands in it under a random pseudonym; the two
 * keys that lead from the person to the pseudonym and back expire with the last entry, and are deleted when the person is erased. Who
 * has looked at an erased record then still stands there, and whose record it was does not. So does the user that has looked: people
 * look at their own records, and the name beside the pseudonym would tell whose it is.
 */
import { randomBytes } from 'node:crypto';
import { SUBJECT_NAME } from '../../platform/api-tokens.ts';
import { callScript, defineScript, type RedisClient } from '../../platform/lua.ts';
import { ACCESS_LAYOUT, accessKeys } from './redis-keys.ts';

export type Access = {
  tenant: string;
  /** As the principal names it, and the user that it is bound to. */
  credential: string;
  subject: string | null;
  method: string;
  /** The pattern: paths hold people's ids. */
  route: string;
  person: string | null;
  /** The queue, job or worker that an operator has changed, and how; null for everything else. */
  target: string | null;
  status: number;
  address: string;
  request: string;
};

/** `person` is null for an entry about nobody, and for one about somebody who was erased; that one still has its pseudonym. So is `subject`. */
export type LoggedAccess = Omit<Access, 'tenant'> & {
  id: string;
  at: number;
  pseudonym: string | null;
  subjectPseudonym: string | null;
};

export type AccessQuery = {
  /** Only entries about these; all if it is absent. */
  people?: ReadonlySet<string> | undefined;
  /** In ms since 1970. */
  from?: number | undefined;
  /** The last entry of the page before. */
  after?: string | undefined;
};

export type AccessPage = { entries: LoggedAccess[]; next: string | null };

export type AccessLog = ReturnType<typeof createAccessLog>;

type Parts = { redis: RedisClient; tag: string; days: number; mostEntries: number };

const DAY_SECONDS = 86_400;
const PAGE = 50;
/** Entries that are looked at for one page: an answer about a person who is seldom looked at may be short and have a cursor. */
const BATCH = 500;
const MOST_BATCHES = 20;
const PSEUDONYM_BYTES = 12;

/**
 * ARGV: tenant, person or '', user or '', a pseudonym for each who has none, seconds that they are kept, entries that are kept, 1 to
 * forget the person from then on, fields and values.
 */
const noteAccess = defineScript(
  'note_access',
  ACCESS_LAYOUT,
  `
local tenant, person, user, for_person, for_user, seconds, most, forget = unpack(ARGV, 1, 8)
local stream = key_access_log(tenant)
local fields = { unpack(ARGV, 9) }
local function pseudonym_of(name, fresh)
  local pseudonym = redis.call('GET', key_pseudonym(tenant, name)) or fresh
  redis.call('SET', key_pseudonym(tenant, name), pseudonym, 'EX', seconds)
  redis.call('SET', key_person(tenant, pseudonym), name, 'EX', seconds)
  return pseudonym
end
local function add(field, value)
  fields[#fields + 1] = field
  fields[#fields + 1] = value
end
if user ~= '' then add('user', pseudonym_of(user, for_user)) end
if person ~= '' then
  local pseudonym = pseudonym_of(person, for_person)
  add('pseudonym', pseudonym)
  if forget == '1' then redis.call('DEL', key_pseudonym(tenant, person), key_person(tenant, pseudonym)) end
end
redis.call('XADD', stream, 'MAXLEN', '~', most, '*', unpack(fields))
redis.call('XTRIM', stream, 'MINID', '~', (tonumber(redis.call('TIME')[1]) - tonumber(seconds)) .. '000')
redis.call('EXPIRE', stream, seconds)
`,
);

export function createAccessLog({ redis, tag, days, mostEntries }: Parts) {
  const keys = accessKeys(tag);
  const seconds = Math.ceil(days * DAY_SECONDS);

  /** By pseudonym; people who were erased are absent. */
  async function peopleOf(tenant: string, pseudonyms: readonly string[]): Promise<Map<string, string>> {
    if (pseudonyms.length === 0) return new Map();
    const found = await redis.mget(pseudonyms.map((one) => keys.person(tenant, one)));
    return new Map(pseudonyms.flatMap((one, index) => (found[index] ? [[one, found[index]] as const] : [])));
  }

  async function pseudonymsOf(tenant: string, people: ReadonlySet<string>): Promise<Set<string>> {
    if (people.size === 0) return new Set();
    const found = await redis.mget([...people].map((one) => keys.pseudonym(tenant, one)));
    return new Set(found.filter((one) => one !== null));
  }

  return {
    /** One round trip. `forget`: this is the erasure of the person, who is in no later answer. */
    async note({ tenant, person, subject, target, ...access }: Access, forget = false): Promise<void> {
      const fields = Object.entries({ ...access, ...(target !== null && { target }) }).flat();
      const [one, other] = [newPseudonym(), newPseudonym()];
      const args = [tenant, named(person), named(subject), one, other, seconds, mostEntries, forget ? 1 : 0, ...fields];
      await callScript(redis, noteAccess, tag, args);
    },

    /** Newest first. */
    async page(tenant: string, { people, from = 0, after }: AccessQuery): Promise<AccessPage> {
      const wanted = people && (await pseudonymsOf(tenant, people));
      const found: LoggedAccess[] = [];
      let last = after;
      for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
        const end = last === undefined ? '+' : `(${last}`;
        const entries = await redis.xrevrange(keys.access_log(tenant), end, String(from), 'COUNT', BATCH);
        const matching = entries
          .map(([id, fields]) => entryOf(id, fields))
          .filter(({ pseudonym }) => !wanted || (pseudonym !== null && wanted.has(pseudonym)));
        found.push(...matching);
        last = entries.at(-1)?.[0];
        if (entries.length < BATCH) last = undefined;
        if (found.length > PAGE || last === undefined) break;
      }
      const page = found.slice(0, PAGE);
      const pseudonyms = page.flatMap(({ pseudonym, subjectPseudonym }) =>
        [pseudonym ?? [], subjectPseudonym ?? []].flat(),
      );
      const names = await peopleOf(tenant, [...new Set(pseudonyms)]);
      const nameOf = (pseudonym: string | null) => names.get(pseudonym ?? '') ?? null;
      return {
        entries: page.map((entry) => ({
          ...entry,
          person: nameOf(entry.pseudonym),
          subject: nameOf(entry.subjectPseudonym),
        })),
        next: found.length > PAGE ? (page.at(-1)?.id ?? null) : (last ?? null),
      };
    },
  };
}

/** A refused request may name anything, and this becomes part of a key. */
function named(person: string | null): string {
  return person !== null && SUBJECT_NAME.test(person) ? person : '';
}

function newPseudonym(): string {
  return randomBytes(PSEUDONYM_BYTES).toString('base64url');
}

function entryOf(id: string, fields: readonly string[]): LoggedAccess {
  const values = new Map(fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1] ?? ''] as const] : [])));
  const text = (name: string) => values.get(name) ?? '';
  return {
    id,
    at: Number(id.split('-')[0]),
    credential: text('credential'),
    subject: null,
    subjectPseudonym: text('user') || null,
    method: text('method'),
    route: text('route'),
    person: null,
    pseudonym: text('pseudonym') || null,
    target: text('target') || null,
    status: Number(text('status')),
    address: text('address'),
    request: text('request'),
  };
}
