/** The event stream as bytes: wherever the network cuts it and whatever it holds, no piece of the answer is lost or changed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCompletion } from '../../../src/engine/models/openai-stream.ts';
import { openAiServer } from '../../support/models.ts';

/** Some readers take these for the end of a line. In JSON only CR and LF must be escaped, the others may stand as they are. */
const SEPARATORS = [
  '\u2028',
  '\u2029',
  '\u0085',
  '\r',
  '\n',
  '\r\n',
  '\v',
  '\f',
  '\u001c',
  '\u0000',
  '\ufeff',
  '\u00a0',
];
const LINE_ENDS = ['\n', '\r\n', '\r'];

const piece = fc.oneof(
  fc.constantFrom(...SEPARATORS),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constant('data: '),
);
/** Pieces of an answer, as deltas. */
const answer = fc.array(
  fc.array(piece, { maxLength: 4 }).map((parts) => parts.join('')),
  { minLength: 1, maxLength: 4 },
);

function streamOf(texts: readonly string[], lineEnd: string): Buffer {
  const events = texts.map((content) => ({ choices: [{ delta: { content } }] }));
  const last = { choices: [{ delta: {}, finish_reason: 'stop' }] };
  const lines = [...events, last].map((event) => `data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`);
  return Buffer.from(`: hello${lineEnd}${lines.join('')}data: [DONE]${lineEnd}${lineEnd}`);
}

async function read(pieces: readonly Uint8Array[]): Promise<string> {
  const bytes = (async function* () {
    yield* pieces;
  })();
  let text = '';
  for await (const chunk of readCompletion(bytes, openAiServer('http://localhost'), 'm'))
    if (chunk.type === 'text') text += chunk.text;
  return text;
}

test.each(SEPARATORS)('an answer with %j in it arrives whole, cut at any byte', async (separator) => {
  for (const lineEnd of LINE_ENDS) {
    const texts = [`é${separator}`, separator, `${separator}😀z`];
    const whole = streamOf(texts, lineEnd);
    for (let at = 0; at <= whole.length; at += 1)
      expect(await read([whole.subarray(0, at), whole.subarray(at)])).toBe(texts.join(''));
    const single = Array.from(whole, (byte) => Uint8Array.of(byte));
    expect(await read(single)).toBe(texts.join(''));
  }
});

test('any answer arrives whole, cut anywhere and any number of times', async () => {
  await fc.assert(
    fc.asyncProperty(
      answer,
      fc.constantFrom(...LINE_ENDS),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      async (texts, lineEnd, cuts) => {
        const said = ['Answer: ', ...texts];
        const whole = streamOf(said, lineEnd);
        const at = cuts.map((share) => Math.floor(share * whole.length)).sort((a, b) => a - b);
        const pieces = [0, ...at].map((from, index) => whole.subarray(from, at[index] ?? whole.length));
        expect(await read(pieces)).toBe(said.join(''));
      },
    ),
  );
});
