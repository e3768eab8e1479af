/**
 * The entries of API_TOKENS: `tenant:token`, `tenant/user:token`, `tenant[scope+scope]:token` or `tenant/user[scope+scope]:token`.
 * The optional parts come before the first colon outside brackets, and a tenant's name cannot contain a colon, so the token
 * itself may contain any character but a comma.
 */

export type ApiToken = {
  tenant: string;
  /** The user that the token is bound to; null for the whole tenant. */
  subject: string | null;
  /** As written; null if the entry names none. The engine knows what they mean. */
  scopes: string[] | null;
  token: string;
};

export const TENANT_NAME = /^[a-z0-9-]+$/;
export const SUBJECT_NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/;
const ENTRY = /^([^:/[\]]*)(?:\/([^:[\]]*))?(?:\[([^\]]*)\])?:(.*)$/s;
const MIN_TOKEN_CHARS = 16;

/** Entries are named by their position: a wrong entry may be nothing but a token, and a token is not printed. */
export function parseApiTokens(entries: readonly string[]): { tokens: ApiToken[]; problems: string[] } {
  const tokens: ApiToken[] = [];
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = parseEntry(entry);
    if (typeof parsed === 'string') problems.push(`API_TOKENS: entry ${index + 1} ${parsed}`);
    else if (tokens.some(({ token }) => token === parsed.token))
      problems.push(
        `API_TOKENS: entry ${index + 1} repeats the token of another entry; make a new one: openssl rand -hex 24`,
      );
    else tokens.push(parsed);
  }
  return { tokens, problems };
}

/** The token, or what is wrong with the entry. */
function parseEntry(entry: string): ApiToken | string {
  const match = ENTRY.exec(entry);
  if (!match)
    return 'cannot be read; write tenant:token, tenant/user:token or tenant[scope+scope]:token, joining scopes by +';
  const [, tenant = '', subject, scopes, token = ''] = match;
  if (!TENANT_NAME.test(tenant))
    return 'has a tenant that is not a name; write tenant:token, the tenant in lower-case letters, digits and hyphens';
  if (subject !== undefined && !SUBJECT_NAME.test(subject))
    return 'has a user that is not an id; write tenant/user:token, the user in letters, digits and . _ @ -';
  if (token.length < MIN_TOKEN_CHARS)
    return `has a token of less than ${MIN_TOKEN_CHARS} characters; make one with: openssl rand -hex 24`;
  const names = scopes?.split('+').map((name) => name.trim()) ?? null;
  if (names?.includes('')) return 'has an empty scope; write tenant[turns:read+turns:write]:token';
  return { tenant, subject: subject ?? null, scopes: names, token };
}
