/** A bundle as it arrives: checked for what it is, its references resolved, and about one patient only. */
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { InReference } from './incoming.ts';

/** A lifetime of records is a few thousand resources. */
export const MAX_ENTRIES = 10_000;

export const BUNDLE_TYPES = ['collection', 'transaction', 'batch', 'searchset', 'document'] as const;
const Bundle = z.object({
  resourceType: z.literal('Bundle'),
  type: z.enum(BUNDLE_TYPES),
  entry: z.array(z.unknown()).default([]),
});
/** A request to read or to delete has no resource. */
const BundleEntry = z.object({ fullUrl: z.string().optional(), resource: z.unknown().optional() });
/** More do not help to find the mistake. */
const MAX_PROBLEMS = 20;

const Resource = z.looseObject({ resourceType: z.string().regex(/^[A-Za-z]{1,64}$/), id: z.string().optional() });
type Resource = z.infer<typeof Resource>;

export type Entry = {
  /** For a report: type and id, or its place in the bundle. Not what it says. */
  label: string;
  /** What makes it this resource and no other, wherever the bundle came from. */
  key: string;
  /** By an address or an id, and not only by what it says. */
  isKnown: boolean;
  /** Null if it is no resource at all. */
  resource: Resource | null;
  resolve(reference: InReference | undefined): unknown;
};

export function readBundle(bundle: unknown): Entry[] {
  // Counted before anything is checked: every problem that a check finds costs memory.
  const listed = (bundle as { entry?: unknown } | null)?.entry;
  if (Array.isArray(listed) && listed.length > MAX_ENTRIES) {
    throw new AppError('too_large', `A bundle may have ${MAX_ENTRIES} entries; send the rest in another`);
  }
  const parsed = Bundle.safeParse(bundle);
  if (!parsed.success) {
    throw new AppError(
      'invalid',
      `This is no FHIR R4 Bundle of a type that can be imported (${BUNDLE_TYPES.join(', ')})`,
    );
  }
  const found = entriesOf(parsed.data.entry).map(({ fullUrl, resource }) => ({
    fullUrl,
    resource: Resource.safeParse(resource).data ?? null,
  }));
  const known = new Map<string, Resource>();
  for (const { fullUrl, resource } of found) {
    if (!resource) continue;
    if (fullUrl !== undefined) known.set(fullUrl, resource);
    if (resource.id !== undefined) known.set(`${resource.resourceType}/${resource.id}`, resource);
  }
  const entries = found.map(({ fullUrl, resource }, index) => ({
    label: labelOf(resource, index),
    key: fullUrl ?? (resource?.id === undefined ? JSON.stringify(resource) : `${resource.resourceType}/${resource.id}`),
    isKnown: fullUrl !== undefined || resource?.id !== undefined,
    resource,
    resolve: (reference: InReference | undefined) => resolve(reference, resource, known),
  }));
  refuseSeveralPatients(entries);
  return entries;
}

function entriesOf(entry: readonly unknown[]): z.infer<typeof BundleEntry>[] {
  const errors: { path: string; message: string }[] = [];
  const entries: z.infer<typeof BundleEntry>[] = [];
  for (const [index, one] of entry.entries()) {
    const { data } = BundleEntry.safeParse(one);
    if (data) entries.push(data);
    else errors.push({ path: `entry.${index}`, message: 'is no entry of a bundle' });
    if (errors.length >= MAX_PROBLEMS) break;
  }
  if (errors.length > 0) throw new AppError('invalid', 'The bundle has entries that are none; see errors.', { errors });
  return entries;
}

/** Within the resource ("#a"), by full address, or by type and id at the end of one. */
function resolve(
  reference: InReference | undefined,
  from: Resource | null,
  known: ReadonlyMap<string, Resource>,
): unknown {
  const address = reference?.reference;
  if (address === undefined) return undefined;
  if (address.startsWith('#')) {
    const contained = z.array(Resource).safeParse(from?.contained).data;
    return contained?.find(({ id }) => id === address.slice(1));
  }
  return known.get(address) ?? known.get(tailOf(address));
}

/** A record is one person's: data of nobody else may be imported with it. */
function refuseSeveralPatients(entries: readonly Entry[]): void {
  const patients = entries.filter(({ resource }) => resource?.resourceType === 'Patient');
  const others = new Set<unknown>(patients.map(({ resource }) => resource));
  for (const { resource, resolve } of entries) {
    const subject = InReference.safeParse(resource?.subject ?? resource?.patient).data;
    if (subject?.reference === undefined) continue;
    const target = resolve(subject);
    if (target !== undefined) others.add(target);
    // A group or a device is no patient; a patient outside the bundle is the one who is meant only if nobody else is.
    else if (/(?:^|\/)Patient\/|^urn:/.test(subject.reference)) others.add(tailOf(subject.reference));
  }
  if (others.size > 1)
    throw new AppError('invalid', 'The bundle speaks of more than one patient; import one at a time');
}

function tailOf(address: string): string {
  return /([A-Za-z]{1,20}\/[A-Za-z0-9\-.]{1,64})(?:\/_history\/[^/]+)?$/.exec(address)?.[1] ?? address;
}

function labelOf(resource: Resource | null, index: number): string {
  const id = resource?.id !== undefined && /^[A-Za-z0-9\-.]{1,64}$/.test(resource.id) ? resource.id : undefined;
  return resource ? `${resource.resourceType}/${id ?? `entry ${index}`}` : `entry ${index}`;
}
