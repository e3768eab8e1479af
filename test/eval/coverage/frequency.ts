/** How often phrases stand in texts for patients, so that the curator adds what people meet most. */
import { join } from 'node:path';
import { wordsOf } from '../../../src/clinical/text/words.ts';
import { readRows } from '../rows.ts';

const LONGEST = 4;
const FILES = ['triage/health_open.jsonl', 'corpus/nih_consumer_health_docs.jsonl'];

export function phraseCounts(dataDir: string): (phrase: string) => number {
  const counts = new Map<string, number>();
  for (const file of FILES) {
    for (const { text } of readRows<{ text: string }>(join(dataDir, file))) {
      const words = wordsOf(text).map(({ fold }) => fold);
      for (let from = 0; from < words.length; from += 1) {
        let phrase = '';
        for (let to = from; to < Math.min(words.length, from + LONGEST); to += 1) {
          phrase += ` ${words[to]}`;
          counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
        }
      }
    }
  }
  return (phrase) => {
    const folded = wordsOf(phrase).map(({ fold }) => ` ${fold}`);
    return counts.get(folded.join('')) ?? 0;
  };
}
