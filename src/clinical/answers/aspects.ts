/** Which side of a topic a question asks about: its signs, causes, treatment, spread, dose … so that the answer begins there. */

export type Aspect = 'signs' | 'causes' | 'care' | 'spread' | 'see' | 'side_effects' | 'dose' | 'range' | 'what';

const ASPECTS: readonly [Aspect, RegExp][] = [
  ['side_effects', /\b(?:side[- ]effects?|adverse|what does .* do to you)\b/i],
  ['dose', /\b(?:how (?:much|many|often)|dose|dosage|maximum|max)\b/i],
  ['spread', /\b(?:contagious|infectious|spread|catch(?:ing)?|transmit\w*|pass it on)\b/i],
  ['signs', /\b(?:symptoms?|signs?|feel like|look like|how do (?:i|you) know|recogni[sz]e)\b/i],
  ['causes', /\b(?:caus(?:e|es|ed)|why|reasons?|where does .* come from|what makes|risk factors?)\b/i],
  [
    'care',
    /\b(?:treat(?:ed|ment|ments|ing)?|cure[ds]?|remed(?:y|ies)|help(?:s)? with|good for|get rid of|manage[ds]?|lower|relieve[ds]?|heal|prevent\w*)\b/i,
  ],
  [
    'see',
    /\b(?:when (?:should|do|to) .*(?:doctor|see|worry|hospital|emergency)|dangerous|serious|should i (?:worry|be worried)|worried)\b/i,
  ],
  ['range', /\b(?:normal|usual|range|high|low|levels?|should .* be|mean)\b/i],
];

export function aspectOf(question: string): Aspect {
  return ASPECTS.find(([, words]) => words.test(question))?.[0] ?? 'what';
}
