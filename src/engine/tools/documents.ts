/**
 * Reads web pages and PDF files in child processes, with limits on input, time and memory: none can hold the event loop, a slow PDF file
 * keeps no page waiting, and those of one tenant keep no other tenant waiting. The processes start with the first document.
 */

import { openChildren } from '../../platform/children.ts';
import { AppError } from '../../platform/errors.ts';
import { type ThreadOptions, threadFile } from '../../platform/threads.ts';
import type { ReadableText } from './document-text.ts';

export type Documents = {
  /** Null if it is too complicated to be read within the limits. */
  html(html: string, limit: number, signal?: AbortSignal, tenant?: string): Promise<ReadableText | null>;
  /** The text of each page. Null if it cannot be read, or not within the limits. */
  pdfPages(bytes: Uint8Array, signal?: AbortSignal, tenant?: string): Promise<string[] | null>;
  close(): Promise<void>;
};

/** safe-fetch.ts cuts a page at 2 MB, which takes well below a second unless it is made to take longer. */
const HTML: ThreadOptions = { deadlineMs: 4_000, memoryMb: 256, maxWaiting: 100 };
/** A thousand pages take some seconds. */
const PDF: ThreadOptions = { threads: 2, deadlineMs: 20_000, memoryMb: 512, maxWaiting: 100 };
const MAX_PDF_BYTES = 50 * 1024 * 1024;

const THREAD = threadFile(import.meta.url, 'documents');

/** What the document is to blame for. Anything else is a bug, or the caller's own signal. */
const UNREADABLE: ReadonlySet<string> = new Set(['timeout', 'too_large', 'invalid']);

export function openDocuments({ html = HTML, pdf = PDF } = {}): Documents {
  const children = { html: openChildren(THREAD, html), pdfPages: openChildren(THREAD, pdf) };
  async function read<T>(
    name: 'html' | 'pdfPages',
    input: unknown,
    signal?: AbortSignal,
    tenant?: string,
  ): Promise<T | null> {
    signal?.throwIfAborted();
    try {
      return await children[name].run<T>(name, input, signal, tenant);
    } catch (thrown) {
      if (thrown instanceof AppError && UNREADABLE.has(thrown.code) && !signal?.aborted) return null;
      throw thrown;
    }
  }
  return {
    html: (text, limit, signal, tenant) => read('html', { html: text, limit }, signal, tenant),
    pdfPages: async (bytes, signal, tenant) =>
      bytes.length > MAX_PDF_BYTES ? null : read('pdfPages', bytes, signal, tenant),
    async close() {
      await Promise.all([children.html.close(), children.pdfPages.close()]);
    },
  };
}
