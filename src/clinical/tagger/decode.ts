/**
 * The most likely labels of a chain (Viterbi), and how likely each one is (forward-backward). For most tokens only a few labels are
 * likely; the others are left out, which changes very little and saves most of the work.
 */
import { once } from '../text/cache.ts';
import { beginOf, insideOf, isBegin, LABEL_COUNT as L, mayFollow, OUTSIDE, typeOf } from './labels.ts';

export type LabelSpan = { type: number; from: number; to: number; score: number };
/** `likely()` holds for each token a row with the chance of each label. It is worked out when it is asked for. */
export type Decoded = { spans: LabelSpan[]; likely(): Float64Array };

const NEVER = -1e9;
/** A label this far below the best of its token has less than one chance in some thousands. */
const NEGLIGIBLE = 8;

/** `scores` holds one row of label scores for each token, `transitions[from * L + to]` what a step costs. */
export function decode(scores: Float32Array, transitions: Float32Array, length: number): Decoded {
  if (length === 0) return { spans: [], likely: () => new Float64Array() };
  const choices = choicesOf(scores, length);
  const labels = best(scores, transitions, choices);
  const likely = once(() => marginals(scores, transitions, choices));
  const spans: LabelSpan[] = [];
  for (let t = 0; t < length; t += 1) {
    const label = labels[t] as number;
    if (label === OUTSIDE || !isBegin(label)) continue;
    let to = t + 1;
    while (to < length && labels[to] === insideOf(typeOf(label))) to += 1;
    let sum = 0;
    for (let at = t; at < to; at += 1) sum += chanceOf(likely(), at, typeOf(label));
    spans.push({ type: typeOf(label), from: t, to, score: sum / (to - t) });
  }
  return { spans, likely };
}

/** How likely it is that a token belongs to a type, as its beginning or inside. */
export function chanceOf(likely: Float64Array, token: number, type: number): number {
  return (likely[token * L + beginOf(type)] as number) + (likely[token * L + insideOf(type)] as number);
}

/** The labels that each token may have: its best ones, and always "outside", so that there is always a way through. */
function choicesOf(scores: Float32Array, length: number): number[][] {
  const choices: number[][] = [];
  for (let t = 0; t < length; t += 1) {
    const row = t * L;
    let top = Number.NEGATIVE_INFINITY;
    for (let y = 0; y < L; y += 1) if ((scores[row + y] as number) > top) top = scores[row + y] as number;
    const kept = [OUTSIDE];
    for (let y = 1; y < L; y += 1) {
      if ((scores[row + y] as number) >= top - NEGLIGIBLE && (t > 0 || mayFollow(OUTSIDE, y))) kept.push(y);
    }
    choices.push(kept);
  }
  return choices;
}

function best(scores: Float32Array, transitions: Float32Array, choices: readonly number[][]): Uint8Array {
  const length = choices.length;
  const reached = new Float32Array(length * L).fill(NEVER);
  const cameFrom = new Uint8Array(length * L);
  for (const y of choices[0] as number[]) reached[y] = scores[y] as number;
  for (let t = 1; t < length; t += 1) {
    const [row, before] = [t * L, (t - 1) * L];
    const sources = choices[t - 1] as number[];
    for (const to of choices[t] as number[]) {
      let top = Number.NEGATIVE_INFINITY;
      let source = 0;
      for (const from of sources) {
        const value = (reached[before + from] as number) + (transitions[from * L + to] as number);
        if (value > top) {
          top = value;
          source = from;
        }
      }
      reached[row + to] = top + (scores[row + to] as number);
      cameFrom[row + to] = source;
    }
  }
  const labels = new Uint8Array(length);
  let last = 0;
  for (let y = 1; y < L; y += 1) {
    if ((reached[(length - 1) * L + y] as number) > (reached[(length - 1) * L + last] as number)) last = y;
  }
  for (let t = length - 1; t >= 0; t -= 1) {
    labels[t] = last;
    last = cameFrom[t * L + last] as number;
  }
  return labels;
}

/** Scaled at each step, so that a long sentence does not underflow. */
function marginals(scores: Float32Array, transitions: Float32Array, choices: readonly number[][]): Float64Array {
  const jump = jumpsOf(transitions);
  const length = choices.length;
  const local = new Float64Array(length * L);
  const forward = new Float64Array(length * L);
  for (let t = 0; t < length; t += 1) {
    const [row, before] = [t * L, (t - 1) * L];
    const here = choices[t] as number[];
    let top = Number.NEGATIVE_INFINITY;
    for (const y of here) top = Math.max(top, scores[row + y] as number);
    for (const to of here) {
      local[row + to] = Math.exp((scores[row + to] as number) - top);
      let sum = t === 0 ? 1 : 0;
      if (t > 0)
        for (const from of choices[t - 1] as number[])
          sum += (forward[before + from] as number) * (jump[from * L + to] as number);
      forward[row + to] = sum * (local[row + to] as number);
    }
    scale(forward, row, here);
  }
  const after = new Float64Array(length * L);
  for (const y of choices[length - 1] as number[]) after[(length - 1) * L + y] = 1;
  for (let t = length - 1; t > 0; t -= 1) {
    const [row, before] = [t * L, (t - 1) * L];
    const sources = choices[t - 1] as number[];
    for (const from of sources) {
      let sum = 0;
      for (const to of choices[t] as number[])
        sum += (jump[from * L + to] as number) * (local[row + to] as number) * (after[row + to] as number);
      after[before + from] = sum;
    }
    scale(after, before, sources);
  }
  for (let t = 0; t < length; t += 1) {
    const here = choices[t] as number[];
    for (const y of here) forward[t * L + y] = (forward[t * L + y] as number) * (after[t * L + y] as number);
    scale(forward, t * L, here);
  }
  return forward;
}

function scale(values: Float64Array, row: number, labels: readonly number[]): void {
  let sum = 0;
  for (const y of labels) sum += values[row + y] as number;
  if (sum > 0) for (const y of labels) values[row + y] = (values[row + y] as number) / sum;
}

/** The transitions of one set of weights, as factors; there is only ever one set. */
const jumps = new WeakMap<Float32Array, Float64Array>();
function jumpsOf(transitions: Float32Array): Float64Array {
  const found = jumps.get(transitions);
  if (found) return found;
  const made = Float64Array.from(transitions, (weight) => Math.exp(weight));
  jumps.set(transitions, made);
  return made;
}
