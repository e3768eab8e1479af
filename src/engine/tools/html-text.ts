/**
 * HTML to readable text. It runs on its own thread with a limit on time and memory, because a page can be written so
 * that parsing it takes minutes (a hundred thousand nested elements do), and a worker's event loop must not be blocked.
 */
import { Worker } from 'node:worker_threads';
import type { HtmlToTextOptions } from 'html-to-text';

const LIMIT_MS = 4_000;
const MEMORY_MB = 256;
const TITLE_LIMIT = 300;

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: 200, maxChildNodes: 20_000 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'nav', format: 'skip' },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/** Plain JavaScript in a string, so that it runs the same from source, from a build and in tests. */
const THREAD = `
const { parentPort, workerData: { library, html, options } } = require('node:worker_threads');
import(library).then(({ convert }) => {
  const title = /<title[^<>]*>([^<]*)/i.exec(html);
  parentPort.postMessage({
    title: title ? convert(title[1], { wordwrap: false }).trim() : '',
    text: convert(html, options).trim(),
  });
});`;

export type ReadableText = { title: string; text: string };

/** Null if parsing exceeds the limits. The text is cut one character after `limit`, so that the caller sees that it was cut. */
export function readableText(html: string, limit: number, signal: AbortSignal): Promise<ReadableText | null> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, {
      eval: true,
      execArgv: [],
      env: {},
      workerData: { library: import.meta.resolve('html-to-text'), html, options: OPTIONS },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      void thread.terminate();
      settle();
    };
    const cancel = () => finish(() => reject(signal.reason));
    const timer = setTimeout(() => finish(() => resolve(null)), LIMIT_MS);
    signal.addEventListener('abort', cancel);
    thread.once('message', ({ title, text }: ReadableText) =>
      finish(() => resolve({ title: title.slice(0, TITLE_LIMIT), text: text.slice(0, limit + 1) })),
    );
    thread.once('error', (thrown) => finish(() => (isLimitReached(thrown) ? resolve(null) : reject(thrown))));
  });
}

/** Out of memory, or out of stack. Anything else is a bug. */
function isLimitReached(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return thrown.name === 'RangeError' || ('code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
