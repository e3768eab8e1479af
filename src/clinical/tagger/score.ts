/**
 * The label scores of a sentence's tokens: the sum of the weights of all their features (features.ts). What a word brings by itself,
 * as the token and as its neighbour, is always the same, so it is summed once and kept; only what two words or more make together is
 * looked up for each token. Sums of whole numbers, so that the order does not matter; a test holds both ways against each other.
 */
import { ofWord } from '../text/cache.ts';
import { EDGE, mix } from './features.ts';
import { LABEL_COUNT as L } from './labels.ts';
import { featureKey, type Model } from './model.ts';
import { type TokenFacts, wordFacts } from './token-facts.ts';

/** The position of a word, seen from the token: two before, one before, itself, one after, two after. */
const PLACES = 5;
/** How many features `together` makes, and where it puts them: it runs for every token, so it makes no list of its own. */
const TOGETHER = 37;
const made = new Int32Array(TOGETHER);
/** How a text is written, as a feature. */
const LAY = 1;
const REPORT = 2;

/** What each word brings, a row of label sums for each place; apart for lay texts and for reports. */
type Brings = (word: string) => Int16Array;
const kept = new WeakMap<Model, { lay: Brings; report: Brings }>();

export function scoresOf(model: Model, words: readonly string[], kinds: Uint16Array, lay: boolean): Float32Array {
  const brought = broughtIn(model, lay);
  const register = lay ? LAY : REPORT;
  const edge = wordFacts(EDGE);
  const facts = words.map((word) => wordFacts(word));
  const brings = words.map((word) => brought(word));
  const beyond = brought(EDGE);
  const sums = new Int32Array(words.length * L);
  let depth = 0;
  let number = 0;
  for (let index = 0; index < words.length; index += 1) {
    const row = index * L;
    const here = facts[index] as TokenFacts;
    if (here.sign === 40) depth = 1;
    for (let place = 0; place < PLACES; place += 1) {
      const from = brings[index + place - 2] ?? beyond;
      for (let y = 0; y < L; y += 1) sums[row + y] = (sums[row + y] as number) + (from[place * L + y] as number);
    }
    together(model, sums, row, facts, edge, kinds, index, register, depth, number);
    if (here.sign === 41) depth = 0;
    number = here.number ? 1 : Math.min(number + 1, 6) * (number ? 1 : 0);
  }
  const scores = new Float32Array(sums.length);
  for (let at = 0; at < sums.length; at += 1) scores[at] = (sums[at] as number) * model.scale;
  return scores;
}

function broughtIn(model: Model, lay: boolean): Brings {
  let both = kept.get(model);
  if (!both) {
    both = {
      lay: ofWord((word) => alone(model, wordFacts(word), LAY)),
      report: ofWord((word) => alone(model, wordFacts(word), REPORT)),
    };
    kept.set(model, both);
  }
  return lay ? both.lay : both.report;
}

function alone(model: Model, fact: TokenFacts, register: number): Int16Array {
  const sums = new Int32Array(PLACES * L);
  const add = (place: number, slot: number, value: number) => {
    model.add(featureKey(mix(slot, value)), sums, place * L);
  };
  const { word, fold, shape, last3, fine, coarse } = fact;
  // As the second before, the one before, the one after and the second after.
  for (const [place, slots] of [
    [0, [7, 44, 68]],
    [1, [5, 40, 66]],
    [3, [6, 41, 67]],
    [4, [8, 45, 69]],
  ] as const) {
    add(place, slots[0], word);
    add(place, slots[1], last3);
    add(place, slots[2], fine);
  }
  add(2, 1, register);
  add(2, 2, word);
  add(2, 3, fold);
  add(2, 4, mix(fold, register));
  add(2, 13, shape);
  fact.ends.forEach((end, nth) => {
    add(2, 17 + nth, end);
  });
  add(2, 63, fine);
  add(2, 64, coarse);
  add(2, 65, mix(fine, register));
  return Int16Array.from(sums);
}

/** What the token and its neighbours make together. The slots are those of features.ts. */
function together(
  model: Model,
  sums: Int32Array,
  row: number,
  facts: readonly TokenFacts[],
  edge: TokenFacts,
  kinds: Uint16Array,
  index: number,
  register: number,
  depth: number,
  number: number,
): void {
  const p2 = facts[index - 2] ?? edge;
  const p1 = facts[index - 1] ?? edge;
  const here = facts[index] as TokenFacts;
  const n1 = facts[index + 1] ?? edge;
  const n2 = facts[index + 2] ?? edge;
  const k0 = kinds[index] ?? 0;
  const kp = kinds[index - 1] ?? 0;
  const kn = kinds[index + 1] ?? 0;
  const p1Here = mix(p1.fold, here.fold);
  const shapes = mix(p1.shape, here.shape);
  const kinded = mix(kp, k0);
  made[0] = mix(9, p1Here);
  made[1] = mix(10, mix(here.fold, n1.fold));
  made[2] = mix(11, mix(p2.fold, p1.fold));
  made[3] = mix(12, mix(n1.fold, n2.fold));
  made[4] = mix(14, shapes);
  made[5] = mix(15, mix(here.shape, n1.shape));
  made[6] = mix(16, mix(shapes, n1.shape));
  made[7] = mix(42, mix(p1.last3, here.last3));
  made[8] = mix(43, mix(here.last3, n1.last3));
  made[9] = mix(46, k0);
  made[10] = mix(47, mix(k0, register));
  made[11] = mix(48, kinded);
  made[12] = mix(49, mix(k0, kn));
  made[13] = mix(50, mix(kinded, kn));
  made[14] = mix(51, mix(k0, here.last3));
  made[15] = mix(52, mix(k0, p1.fold));
  made[16] = mix(53, mix(k0, n1.fold));
  made[17] = mix(54, mix(kinds[index - 2] ?? 0, kp));
  made[18] = mix(55, mix(kn, kinds[index + 2] ?? 0));
  made[19] = mix(56, mix(here.shape, depth));
  made[20] = mix(57, mix(number, here.shape));
  made[21] = mix(58, mix(p1.group, mix(here.group, n1.group)));
  made[22] = mix(59, mix(here.group, n1.fold));
  made[23] = mix(60, mix(here.group, p1.fold));
  made[24] = mix(61, index === 0 ? 1 : index === facts.length - 1 ? 2 : 3);
  made[25] = mix(62, mix(p2.fold, p1Here));
  made[26] = mix(70, mix(p1.fine, here.fine));
  made[27] = mix(71, mix(here.fine, n1.fine));
  made[28] = mix(72, mix(p1.coarse, mix(here.coarse, n1.coarse)));
  made[29] = mix(73, mix(p2.coarse, mix(p1.coarse, here.coarse)));
  made[30] = mix(74, mix(here.coarse, mix(n1.coarse, n2.coarse)));
  made[31] = mix(75, mix(k0, p1.fine));
  made[32] = mix(76, mix(k0, n1.fine));
  made[33] = mix(77, mix(p1.fold, here.fine));
  made[34] = mix(78, mix(here.fine, n1.fold));
  made[35] = mix(79, mix(here.fold, n1.fine));
  made[36] = mix(80, mix(p1.fine, here.fold));
  model.addAll(made, TOGETHER, sums, row);
}
