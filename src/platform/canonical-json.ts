/** JSON with the keys of every object in order: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isPlain(inner) ? sorted(inner) : inner)) ?? 'null';
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return Object.fromEntries(entries);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
