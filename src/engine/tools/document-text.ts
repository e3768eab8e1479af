/** The text of web pages and PDF files. It runs in threads (documents.ts): a page can be written so that parsing it takes minutes. */
import { constants, inflateSync } from 'node:zlib';
import { convert, type HtmlToTextOptions } from 'html-to-text';
import { AppError } from '../../platform/errors.ts';

export type ReadableText = { title: string; text: string };

const TITLE_LIMIT = 300;

/** The largest textbooks have some thousand pages and some million characters. */
const MOST_PAGES = 5_000;
const MOST_CHARS = 20_000_000;
const MOST_INFLATED = 64 * 1024 * 1024;
const MOST_DICTIONARY = 2_000;
const TOO_LARGE = new AppError('too_large', 'The PDF file holds more than can be read.');

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

/** The text is cut one character after `limit`, so that the caller sees that it was cut. */
export function htmlText({ html, limit }: { html: string; limit: number }): ReadableText {
  try {
    const title = /<title[^<>]*>([^<]*)/i.exec(html)?.[1] ?? '';
    return {
      title: convert(title, { wordwrap: false }).trim().slice(0, TITLE_LIMIT),
      text: convert(html, OPTIONS)
        .trim()
        .slice(0, limit + 1),
    };
  } catch (thrown) {
    // Out of stack. Anything else is a bug.
    if (thrown instanceof RangeError)
      throw new AppError('too_large', 'The page is nested too deeply.', { cause: thrown });
    throw thrown;
  }
}

/** The text of each page. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  refuseInflated(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const { getDocumentProxy } = await loadUnpdf();
  const pages: string[] = [];
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    if (document.numPages > MOST_PAGES) throw TOO_LARGE;
    for (let left = MOST_CHARS; pages.length < document.numPages; ) {
      const page = await document.getPage(pages.length + 1);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      left -= text.length;
      if (left < 0) throw TOO_LARGE;
      pages.push(text);
      page.cleanup();
    }
    return pages;
  } catch (cause) {
    if (cause === TOO_LARGE) throw cause;
    throw new AppError('invalid', 'This is not a PDF file that can be read.', { cause });
  }
}

/**
 * A file of 260 kB can hold 200 MB of drawing commands, which take a minute to read. Pictures do not count: they are not read. What hides
 * from this count (a stream in a stream) meets the deadline.
 */
function refuseInflated(file: Buffer): void {
  let left = MOST_INFLATED;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const before = file.toString('latin1', Math.max(0, at - MOST_DICTIONARY), at);
    const dictionary = before.slice(before.lastIndexOf('obj'));
    if (!/\/Fl(?:ateDecode)?\b/.test(dictionary) || /\/Subtype\s*\/Image\b/.test(dictionary)) continue;
    const begin = file.indexOf('\n', at) + 1;
    try {
      left -= inflateSync(file.subarray(begin), { maxOutputLength: left, finishFlush: constants.Z_SYNC_FLUSH }).length;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw TOO_LARGE;
      // A damaged stream: the reader sees to it.
    }
    if (left <= 0) throw TOO_LARGE;
  }
}

/** Loaded when the first PDF is met: it is large. */
function loadUnpdf() {
  return import('unpdf');
}
