/** The text of web pages and PDF files. It runs in threads (documents.ts): a page can be written so that parsing it takes minutes. */
import { convert, type HtmlToTextOptions } from 'html-to-text';
import { AppError } from '../../platform/errors.ts';

export type ReadableText = { title: string; text: string };

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

export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await loadUnpdf();
  try {
    const { text } = await extractText(await getDocumentProxy(bytes, { verbosity: 0 }), { mergePages: true });
    return text;
  } catch (cause) {
    throw new AppError('invalid', 'This is not a PDF file that can be read.', { cause });
  }
}

/** The text of each page. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const { extractText, getDocumentProxy } = await loadUnpdf();
  try {
    const { text } = await extractText(await getDocumentProxy(bytes, { verbosity: 0 }), { mergePages: false });
    return text;
  } catch (cause) {
    throw new AppError('invalid', 'This is not a PDF file that can be read.', { cause });
  }
}

/** Loaded when the first PDF is met: it is large. */
function loadUnpdf() {
  return import('unpdf');
}
