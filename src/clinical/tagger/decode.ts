/** The most likely labels of a chain (Viterbi), and how likely each token's label is (forward-backward). */
import { insideOf, isBegin, LABEL_COUNT as L, mayFollow, OUTSIDE, typeOf } from './labels.ts';

export type LabelSpan = { type: number; from: number; to: number; score: number };
/** `outside` says of each token how likely it is that it belongs to nothing. */
export type Decoded = { spans: LabelSpan[]; outside: Float32Array };

/** For each label the labels that may stand before it: most pairs are forbidden, so only these are tried. */
const BEFORE: readonly (readonly number[])[] = Array.from({ length: L }, (_, to) =>
  Array.from({ length: L }, (_, from) => from).filter((from) => mayFollow(from, to)),
);
const NEVER = -1e9;

/** `scores` holds one row of label scores for each token, `transitions[from * L + to]` what a step costs. */
export function decode(scores: Float32Array, transitions: Float32Array, length: number): Decoded {
  if (length === 0) return { spans: [], outside: new Float32Array() };
  const labels = best(scores, transitions, length);
  const likely = marginals(scores, transitions, length);
  const spans: LabelSpan[] = [];
  for (let t = 0; t < length; t += 1) {
    const label = labels[t] as number;
    if (label === OUTSIDE || !isBegin(label)) continue;
    let to = t + 1;
    while (to < length && labels[to] === insideOf(typeOf(label))) to += 1;
    let sum = 0;
    for (let at = t; at < to; at += 1) {
      const type = typeOf(label);
      sum += (likely[at * L + 1 + 2 * type] as number) + (likely[at * L + 2 + 2 * type] as number);
    }
    spans.push({ type: typeOf(label), from: t, to, score: sum / (to - t) });
  }
  return { spans, outside: Float32Array.from({ length }, (_, t) => likely[t * L + OUTSIDE] as number) };
}

function best(scores: Float32Array, transitions: Float32Array, length: number): Uint8Array {
  const reached = new Float32Array(length * L);
  const cameFrom = new Uint8Array(length * L);
  for (let y = 0; y < L; y += 1) reached[y] = mayFollow(OUTSIDE, y) ? (scores[y] as number) : NEVER;
  for (let t = 1; t < length; t += 1) {
    for (let to = 0; to < L; to += 1) {
      let top = Number.NEGATIVE_INFINITY;
      let source = 0;
      for (const from of BEFORE[to] as readonly number[]) {
        const value = (reached[(t - 1) * L + from] as number) + (transitions[from * L + to] as number);
        if (value > top) [top, source] = [value, from];
      }
      reached[t * L + to] = top + (scores[t * L + to] as number);
      cameFrom[t * L + to] = source;
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

/** Scaled at each step, so that a long sentence does not run out of floating point. */
function marginals(scores: Float32Array, transitions: Float32Array, length: number): Float64Array {
  const jump = jumpsOf(transitions);
  const local = new Float64Array(length * L);
  for (let t = 0; t < length; t += 1) {
    let top = Number.NEGATIVE_INFINITY;
    for (let y = 0; y < L; y += 1) top = Math.max(top, scores[t * L + y] as number);
    for (let y = 0; y < L; y += 1) local[t * L + y] = Math.exp((scores[t * L + y] as number) - top);
  }
  const forward = new Float64Array(length * L);
  for (let t = 0; t < length; t += 1) {
    for (let to = 0; to < L; to += 1) {
      let sum = t === 0 && mayFollow(OUTSIDE, to) ? 1 : 0;
      if (t > 0)
        for (const from of BEFORE[to] as readonly number[])
          sum += (forward[(t - 1) * L + from] as number) * (jump[from * L + to] as number);
      forward[t * L + to] = sum * (local[t * L + to] as number);
    }
    scale(forward, t);
  }
  const likely = new Float64Array(length * L);
  let after = new Float64Array(L).fill(1);
  for (let t = length - 1; t >= 0; t -= 1) {
    for (let y = 0; y < L; y += 1) likely[t * L + y] = (forward[t * L + y] as number) * (after[y] as number);
    scale(likely, t);
    const before = new Float64Array(L);
    for (let to = 0; to < L; to += 1) {
      const onward = (local[t * L + to] as number) * (after[to] as number);
      for (const from of BEFORE[to] as readonly number[])
        before[from] = (before[from] as number) + (jump[from * L + to] as number) * onward;
    }
    scale(before, 0);
    after = before;
  }
  return likely;
}

function scale(rows: Float64Array, t: number): void {
  let sum = 0;
  for (let y = 0; y < L; y += 1) sum += rows[t * L + y] as number;
  for (let y = 0; y < L; y += 1) rows[t * L + y] = (rows[t * L + y] as number) / sum;
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
