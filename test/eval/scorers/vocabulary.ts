/**
 * What the vocabulary finds by itself, before any extractor: the share of annotated things that one of its terms touches, and how many
 * messages without health hold a term. `npm run vocabulary` says what is missing; this keeps the figures beside the others.
 */
import { falseTerms, GOLD, goldCoverage, NON_HEALTH } from '../coverage/mentions.ts';
import type { Score, Scorer } from '../scorer.ts';

export const vocabularyScorer: Scorer = {
  name: 'vocabulary',
  sets: [...new Set(GOLD.map(({ set }) => set)), NON_HEALTH],
  targets: { 'vocabulary.non_health.with_term': { target: 0.02, better: 'lower' } },
  run: async (data) => {
    const coverage = (await goldCoverage(data)).flatMap(({ name, seen, unseen }): Score[] => {
      const all = { found: seen.found + unseen.found, all: seen.all + unseen.all };
      return [
        { name: `vocabulary.${name}.found`, value: all.found / all.all, count: all.all },
        { name: `vocabulary.${name}.found.unseen`, value: unseen.found / unseen.all, count: unseen.all },
      ];
    });
    const { messages, withTerm, words } = await falseTerms(data);
    const falseShare: Score = {
      name: 'vocabulary.non_health.with_term',
      value: withTerm / messages,
      count: messages,
    };
    const confusions = [...words].slice(0, 50).map(([word, often]) => ({
      score: falseShare.name,
      expected: 'nothing',
      got: word,
      text: `${often} times`,
    }));
    return { scores: [...coverage, falseShare], confusions };
  },
};
