/**
 * A document in chunks: the passages that are indexed, found and cited. Each knows its place in the document. Pure, and linear in the
 * length of the text; runs in a thread.
 */
import { AppError } from '../../../platform/errors.ts';
import { sha256 } from '../../../platform/sha256.ts';
import type { NewDocument } from '../document.ts';
import { chunkCode } from './chunk-code.ts';
import { chunkText } from './chunk-text.ts';
import type { Chunk } from './place.ts';

export const MAX_CHUNKS = 5_000;

export type Chunked = { id: string; chunks: Chunk[] };

/** `pages` are the texts of a PDF file's pages. */
export function chunkDocument(tenant: string, document: NewDocument, pages?: readonly string[]): Chunked {
  const text = pages ? pages.join('\f') : (document.text ?? '');
  const chunks =
    document.type === 'code' ? chunkCode(text) : chunkText(text, { markdown: document.type === 'markdown' });
  if (chunks.length === 0) throw new AppError('invalid', 'The document holds no text that could be searched.');
  if (chunks.length > MAX_CHUNKS) {
    const message = `The document has ${chunks.length} passages, and at most ${MAX_CHUNKS} are indexed; divide it.`;
    throw new AppError('too_large', message);
  }
  return { id: idOf(tenant, document), chunks };
}

/** The same for the same content and description, in any order of the fields. */
function idOf(tenant: string, { source, ...document }: NewDocument): string {
  const fields = [
    ...Object.entries(document),
    ...Object.entries(source).map(([name, value]) => [`source.${name}`, value]),
  ];
  const sorted = fields.filter(([, value]) => value !== undefined).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return `doc-${sha256(JSON.stringify([tenant, sorted])).slice(0, 32)}`;
}
