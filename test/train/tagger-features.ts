/**
 * The features of each token as numbers: the word, its shape, its ends, its neighbours and what the vocabulary says of them. Training
 * counts these; src/clinical/tagger/score.ts sums their weights by a faster way, and a test holds the two equal. A change here needs
 * the same change there and new weights.
 */
import { EDGE, mix } from '../../src/clinical/tagger/features.ts';
import { type TokenFacts, wordFacts } from '../../src/clinical/tagger/token-facts.ts';
import type { Token } from '../../src/clinical/tagger/tokens.ts';

/** The feature numbers of all tokens, one after the other; those of token `i` are from `from[i]` to `from[i + 1]`. */
export type Features = { hashes: Uint32Array; from: Uint32Array };

const AT_MOST = 80;

export function featuresOf(text: string, tokens: readonly Token[], kinds: Uint16Array, lay: boolean): Features {
  const hashes = new Uint32Array(tokens.length * AT_MOST);
  const from = new Uint32Array(tokens.length + 1);
  const facts = tokens.map(({ start, end }) => wordFacts(text.slice(start, end)));
  const edge = wordFacts(EDGE);
  const fact = (index: number): TokenFacts => facts[index] ?? edge;
  const kind = (index: number): number => kinds[index] ?? 0;
  const register = lay ? 1 : 2;
  let at = 0;
  let slot = 0;
  /** Each kind of feature has its own slot, so that the same word is another feature before, at and after the token. */
  const add = (value: number) => {
    hashes[at++] = mix(slot++, value);
  };
  let depth = 0;
  let number = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    slot = 1;
    const [p2, p1, here, n1, n2] = [fact(index - 2), fact(index - 1), fact(index), fact(index + 1), fact(index + 2)];
    if (here.sign === 40) depth = 1;
    add(register);
    add(here.word);
    add(here.fold);
    add(mix(here.fold, register));
    add(p1.word);
    add(n1.word);
    add(p2.word);
    add(n2.word);
    add(mix(p1.fold, here.fold));
    add(mix(here.fold, n1.fold));
    add(mix(p2.fold, p1.fold));
    add(mix(n1.fold, n2.fold));
    add(here.shape);
    add(mix(p1.shape, here.shape));
    add(mix(here.shape, n1.shape));
    add(mix(mix(p1.shape, here.shape), n1.shape));
    for (const end of here.ends) add(end);
    slot = 40;
    add(p1.last3);
    add(n1.last3);
    add(mix(p1.last3, here.last3));
    add(mix(here.last3, n1.last3));
    add(p2.last3);
    add(n2.last3);
    const [k0, kp, kn] = [kind(index), kind(index - 1), kind(index + 1)];
    add(k0);
    add(mix(k0, register));
    add(mix(kp, k0));
    add(mix(k0, kn));
    add(mix(mix(kp, k0), kn));
    add(mix(k0, here.last3));
    add(mix(k0, p1.fold));
    add(mix(k0, n1.fold));
    add(mix(kind(index - 2), kp));
    add(mix(kn, kind(index + 2)));
    add(mix(here.shape, depth));
    add(mix(number, here.shape));
    add(mix(p1.group, mix(here.group, n1.group)));
    add(mix(here.group, n1.fold));
    add(mix(here.group, p1.fold));
    add(index === 0 ? 1 : index === tokens.length - 1 ? 2 : 3);
    add(mix(p2.fold, mix(p1.fold, here.fold)));
    add(here.fine);
    add(here.coarse);
    add(mix(here.fine, register));
    add(p1.fine);
    add(n1.fine);
    add(p2.fine);
    add(n2.fine);
    add(mix(p1.fine, here.fine));
    add(mix(here.fine, n1.fine));
    add(mix(p1.coarse, mix(here.coarse, n1.coarse)));
    add(mix(p2.coarse, mix(p1.coarse, here.coarse)));
    add(mix(here.coarse, mix(n1.coarse, n2.coarse)));
    add(mix(k0, p1.fine));
    add(mix(k0, n1.fine));
    add(mix(p1.fold, here.fine));
    add(mix(here.fine, n1.fold));
    add(mix(here.fold, n1.fine));
    add(mix(p1.fine, here.fold));
    if (here.sign === 41) depth = 0;
    number = here.number ? 1 : Math.min(number + 1, 6) * (number ? 1 : 0);
    from[index + 1] = at;
  }
  return { hashes: hashes.subarray(0, at), from };
}
