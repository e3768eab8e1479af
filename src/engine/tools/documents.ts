/**
 * Reads web pages and PDF files in two threads, with limits on input, time and memory: none can hold the event loop, and a slow PDF file
 * does not keep pages waiting. The threads start with the first document.
 */

import { openChildren } from '../../platform/children.ts';
import { AppError } from '../../platform/errors.ts';
import { type ThreadOptions, threadFile } from '../../platform/threads.ts';
import type { ReadableText } from './document-text.ts';

export type Documents = {
  /** Null if it is too complicated to be read within the limits. */
  html(html: string, limit: number, signal?: AbortSignal): Promise<ReadableText | null>;
  /** Null if it cannot be read, or not within the limits. */
  pdf(bytes: Uint8Array, signal?: AbortSignal): Promise<string | null>;
  /** The same, page by page. */
  pdfPages(bytes: Uint8Array, signal?: AbortSignal): Promise<string[] | null>;
  close(): Promise<void>;
};

/** safe-fetch.ts cuts a page at 2 MB, which takes well below a second unless it is made to take longer. */
const HTML: ThreadOptions = { deadlineMs: 4_000, memoryMb: 256, maxWaiting: 100 };
/** Several hundred pages take some seconds. */
const PDF: ThreadOptions = { deadlineMs: 60_000, memoryMb: 512, maxWaiting: 100 };
const MAX_PDF_BYTES = 50 * 1024 * 1024;

const THREAD = threadFile(import.meta.url, 'documents');

/** What the document is to blame for. Anything else is a bug, or the caller's own signal. */
const UNREADABLE: ReadonlySet<string> = new Set(['timeout', 'too_large', 'invalid']);

export function openDocuments({ html = HTML, pdf = PDF } = {}): Documents {
  const threads = { html: openChildren(THREAD, html), pdf: openChildren(THREAD, pdf) };
  async function read<T>(
    thread: 'html' | 'pdf',
    name: string,
    input: unknown,
    signal: AbortSignal | undefined,
  ): Promise<T | null> {
    signal?.throwIfAborted();
    try {
      return await threads[thread].run<T>(name, input, signal);
    } catch (thrown) {
      if (thrown instanceof AppError && UNREADABLE.has(thrown.code) && !signal?.aborted) return null;
      throw thrown;
    }
  }
  return {
    html: (text, limit, signal) => read('html', 'html', { html: text, limit }, signal),
    pdf: async (bytes, signal) => (bytes.length > MAX_PDF_BYTES ? null : read('pdf', 'pdf', bytes, signal)),
    pdfPages: async (bytes, signal) => (bytes.length > MAX_PDF_BYTES ? null : read('pdf', 'pdfPages', bytes, signal)),
    async close() {
      await Promise.all([threads.html.close(), threads.pdf.close()]);
    },
  };
}
