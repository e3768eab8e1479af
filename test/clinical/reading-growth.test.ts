/** Reading a text twice as long must cost about twice the work, whatever it says: work is counted, not timed. */
import { afterEach, expect, test } from 'vitest';
import { readMessage } from '../support/reading.ts';
import { sampled } from '../support/sampled.ts';
import { HOSTILE } from './hostile-texts.ts';

/** Twice the work, and some for what is done once in a while. A quadratic reader takes four times as much. */
const MOST_GROWTH = 2.4;
const LENGTH = 2_000;

const exec = RegExp.prototype.exec;
afterEach(() => {
  RegExp.prototype.exec = exec;
});

/** Characters that patterns have gone over, one more for each try. All other searches of a text are made of these. */
function workOf(read: () => void): number {
  let work = 0;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const anchored = this.sticky || this.source.startsWith('^');
    work += 1 + (found ? found.index + found[0].length - from : anchored ? 0 : text.length - from);
    return found;
  };
  read();
  RegExp.prototype.exec = exec;
  return work;
}

test.each(sampled(Object.entries(HOSTILE)))('%s: twice the text is about twice the work', (_name, textOf) => {
  const [half, whole] = [LENGTH, 2 * LENGTH].map((length) => workOf(() => readMessage(textOf(length)))) as [
    number,
    number,
  ];
  expect(whole / half).toBeLessThan(MOST_GROWTH);
});
