/** Pages and PDF files are read in processes: what exceeds the limits gives nothing, and the next one is read as if nothing had been. */
import { deflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openDocuments } from '../../../src/engine/tools/documents.ts';
import { STATE_LIMIT_MS } from '../../support/limits.ts';
import { pdf } from '../../support/pdf.ts';

const NESTED = '<div>'.repeat(200_000);
/** 3 kB that become 3 MB of drawing commands on each of a thousand pages. */
const BOMB = pdf({ pages: 1_000, stream: deflateSync('(x) Tj '.repeat(450_000)), filter: '/FlateDecode' });

function opened(options?: Parameters<typeof openDocuments>[0]) {
  const documents = openDocuments(options);
  onTestFinished(() => documents.close());
  return documents;
}

test('a page that takes longer than its limit is given up, although nothing in it ever waits', async () => {
  const documents = opened({ html: { deadlineMs: 1 } });
  expect(await documents.html(NESTED.repeat(2), 100)).toBeNull();
});

test('a PDF file that takes longer than its limit is given up, and event loop and pages go on meanwhile', async () => {
  const documents = opened({ pdf: { deadlineMs: 1_000 } });
  const reading = documents.pdfPages(BOMB);
  expect(await documents.html('<p>Text</p>', 100)).toEqual({ title: '', text: 'Text' });
  expect(await reading).toBeNull();
});

test('a text is cut, a PDF file is read, and one that is none gives nothing', async () => {
  const documents = opened();
  expect(await documents.html('<p>abcdef</p>', 3)).toEqual({ title: '', text: 'abcd' });
  expect(await documents.pdfPages(pdf({ stream: Buffer.from('BT /F1 12 Tf (Sorrel) Tj ET') }))).toEqual(['Sorrel']);
  expect(await documents.pdfPages(Buffer.from('no PDF'))).toBeNull();
  expect(await documents.pdfPages(new Uint8Array(51 * 1024 * 1024))).toBeNull();
});

test('a PDF file that holds far more than its size, and one of too many pages, are refused before they are read', async () => {
  const documents = opened({ pdf: { deadlineMs: STATE_LIMIT_MS } });
  const inflated = deflateSync('0 0 m\n'.repeat(35_000_000));
  expect(inflated.length).toBeLessThan(310_000);
  expect(await documents.pdfPages(pdf({ stream: inflated, filter: '/FlateDecode' }))).toBeNull();
  expect(await documents.pdfPages(pdf({ pages: 6_000, stream: Buffer.from('') }))).toBeNull();
});

test("a tenant's small file does not wait for the slow ones of another", async () => {
  const documents = opened();
  const slow = [1, 2, 3, 4].map(() => documents.pdfPages(BOMB, undefined, 'mallory'));
  const over = Promise.race(slow).then(() => 'slow');
  const small = documents.pdfPages(pdf({ stream: Buffer.from('BT /F1 12 Tf (Sorrel) Tj ET') }), undefined, 'anna');
  expect(await Promise.race([over, small])).toEqual(['Sorrel']);
});

test('whoever cancels gets the reason', async () => {
  const documents = opened();
  const cancel = new AbortController();
  const reading = documents.html(NESTED, 100, cancel.signal);
  const reason = new Error('cancelled');
  cancel.abort(reason);
  await expect(reading).rejects.toBe(reason);
});
