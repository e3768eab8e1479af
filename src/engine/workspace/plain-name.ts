/**
 * Names for disks and buckets. A person who opens the folder should recognise the files, but no text from outside may decide where
 * a file is stored. So a name is a few plain letters of the text, for readers, and a part that only we choose, which makes it
 * unique.
 */
import { createHash, randomBytes } from 'node:crypto';

const MAX_CHARS = 60;
const MAX_TENANT_CHARS = 20;
/** Extensions that a file keeps on the disk, so that it opens in an editor; any other becomes .txt. */
const ENDINGS = new Set(['md', 'txt', 'json', 'jsonl', 'csv', 'tsv', 'yml', 'xml', 'eml', 'html']);

/** a-z, 0-9 and single hyphens between them; may be empty. */
function slug(text: string, maxChars = MAX_CHARS): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxChars)
    .replace(/^-{1,20}|-{1,20}$/g, '');
}

/** The folder of a workspace: "local-user-anna-5f0c…". The same owner always gets the same, and no other does. */
export function workspaceName(tenant: string, owner: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([tenant, owner]))
    .digest('hex')
    .slice(0, 32);
  return [slug(tenant, MAX_TENANT_CHARS), slug(owner), hash].filter(Boolean).join('-');
}

/** The stored copy of one version: "reports-summary-v3-9c1e….md". Never the same twice, so that two writers cannot collide. */
export function storedName(path: string, version: number): string {
  const [, stem = path, ending = ''] = /^(.+)\.([^./]+)$/.exec(path) ?? [];
  const known = ENDINGS.has(ending.toLowerCase());
  const words = slug(known ? stem : path);
  return `${words ? `${words}-` : ''}v${version}-${randomBytes(8).toString('hex')}.${known ? ending.toLowerCase() : 'txt'}`;
}

/** "00000042.json": the order as text is the order as numbers. */
export function numberedName(number: number, ending: 'json' | 'jsonl'): string {
  return `${String(number).padStart(8, '0')}.${ending}`;
}
