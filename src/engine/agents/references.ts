/**
 * References in configs: `$stages.extract.extracted.*.text` is the text of everything that the stage has extracted. The first word names
 * what is known; `*` stands for each element of a list or of an object, and lists of lists become one. In a list, a reference to a list
 * stands for its elements. What does not exist is left out. `{ $join: [...] }` is a text: its parts, one to a line. `$$` is a plain `$`.
 */

/** What references may begin with, and what that is. */
export type Known = Readonly<Record<string, unknown>>;

export type Reference = readonly string[];

const PATTERN = /^\$[a-z_][a-z0-9_]*(?:\.(?:[A-Za-z0-9_-]+|\*))*$/;

/** Null: plain text. */
export function referenceIn(value: unknown): Reference | null {
  if (typeof value !== 'string' || !value.startsWith('$') || value.startsWith('$$')) return null;
  return PATTERN.test(value) ? value.slice(1).split('.') : null;
}

/** Looks like a reference and is none. */
export function isMisspelt(value: unknown): boolean {
  return typeof value === 'string' && /^\$[^$]/.test(value) && referenceIn(value) === null;
}

export function joinIn(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null || !('$join' in value)) return null;
  return Array.isArray(value.$join) ? value.$join : null;
}

/** All references within a value, with the path to each. */
export function referencesIn(value: unknown, path: readonly (string | number)[] = []): Found[] {
  const reference = referenceIn(value);
  if (reference || isMisspelt(value)) return [{ path, reference, text: String(value) }];
  if (Array.isArray(value)) return value.flatMap((one, index) => referencesIn(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => referencesIn(one, [...path, key]));
}
export type Found = { path: readonly (string | number)[]; reference: Reference | null; text: string };

/** The value with everything that it refers to in its place; undefined where that does not exist. */
export function resolve(value: unknown, known: Known): unknown {
  const reference = referenceIn(value);
  if (reference) return follow(reference, known);
  if (typeof value === 'string') return value.startsWith('$$') ? value.slice(1) : value;
  const joined = joinIn(value);
  if (joined) return listOf(joined, known).map(asText).join('\n');
  if (Array.isArray(value)) return listOf(value, known);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, one]) => [key, resolve(one, known)] as const);
  return Object.fromEntries(fields.filter(([, one]) => one !== undefined));
}

function listOf(values: readonly unknown[], known: Known): unknown[] {
  return values.flatMap((one) => {
    const resolved = resolve(one, known);
    if (resolved === undefined || resolved === null) return [];
    return referenceIn(one) && Array.isArray(resolved) ? resolved : [resolved];
  });
}

function follow(reference: Reference, known: Known): unknown {
  let at: unknown = known;
  for (const [index, name] of reference.entries()) {
    if (name === '*') {
      const rest = reference.slice(index + 1);
      const each = Array.isArray(at) ? at : Object.values(asObject(at) ?? {});
      return each.flatMap((one) => {
        const value = follow(rest, asObject(one) ?? {});
        return rest.length === 0 ? [one] : (value ?? []);
      });
    }
    at = ownField(at, name);
    if (at === undefined) return undefined;
  }
  return at;
}

function ownField(value: unknown, name: string): unknown {
  const fields = asObject(value);
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
