/**
 * A linear-chain CRF, learned sentence by sentence with FTRL-Proximal (McMahan et al. 2013): each weight has its own
 * step size, and the L1 term leaves most of them at zero, which is what makes the weights small.
 */
import { LABEL_COUNT as L, mayFollow } from '../../src/clinical/tagger/labels.ts';

export type Sample = { ids: Uint32Array; from: Uint32Array; gold: Uint8Array };
export type Settings = {
  epochs: number;
  /** The weights are the mean of those after each of the last epochs: steadier than any one of them. */
  averaged: number;
  alpha: number;
  l1: number;
  l2: number;
  dropout: number;
};
export type Learned = { weights: Float32Array; transitions: Float32Array };

const BETA = 1;
const FORBIDDEN = -1e4;

export function learn(
  samples: readonly Sample[],
  featureCount: number,
  settings: Settings,
  random: () => number,
): Learned {
  const emission = ftrl(featureCount * L, settings);
  const transition = ftrl(L * L, { ...settings, l1: 0 });
  const order = samples.map((_, index) => index);
  const mean = { weights: new Float32Array(emission.w.length), transitions: new Float32Array(L * L) };
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    shuffle(order, random);
    for (const index of order) step(samples[index] as Sample, emission, transition, settings, random);
    if (epoch < settings.epochs - settings.averaged) continue;
    addShare(mean.weights, emission.w, settings.averaged);
    addShare(mean.transitions, transition.w, settings.averaged);
  }
  return { weights: mean.weights, transitions: withForbidden(mean.transitions) };
}

function addShare(mean: Float32Array, values: Float32Array, shares: number): void {
  for (let at = 0; at < mean.length; at += 1) mean[at] = (mean[at] as number) + (values[at] as number) / shares;
}

function withForbidden(transitions: Float32Array): Float32Array {
  return transitions.map((weight, at) => (mayFollow(Math.floor(at / L), at % L) ? weight : FORBIDDEN));
}

type Ftrl = { w: Float32Array; update(at: number, gradient: number): void };

function ftrl(size: number, { alpha, l1, l2 }: Settings): Ftrl {
  const [w, z, n] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
  return {
    w,
    update(at, gradient) {
      const before = n[at] as number;
      const after = before + gradient * gradient;
      n[at] = after;
      const root = Math.sqrt(after);
      const sum = (z[at] as number) + gradient - ((root - Math.sqrt(before)) / alpha) * (w[at] as number);
      z[at] = sum;
      w[at] = Math.abs(sum) <= l1 ? 0 : -(sum - Math.sign(sum) * l1) / ((BETA + root) / alpha + l2);
    },
  };
}

function step(sample: Sample, emission: Ftrl, transition: Ftrl, { dropout }: Settings, random: () => number): void {
  const length = sample.gold.length;
  const kept = new Uint8Array(sample.ids.length);
  for (let at = 0; at < kept.length; at += 1) kept[at] = random() < dropout ? 0 : 1;
  const scores = new Float64Array(length * L);
  for (let t = 0; t < length; t += 1) {
    for (let at = sample.from[t] as number; at < (sample.from[t + 1] as number); at += 1) {
      if (!kept[at]) continue;
      const row = (sample.ids[at] as number) * L;
      for (let y = 0; y < L; y += 1)
        scores[t * L + y] = (scores[t * L + y] as number) + (emission.w[row + y] as number);
    }
  }
  const trans = withForbidden(transition.w);
  const jump = Float64Array.from(trans, (weight) => (weight <= FORBIDDEN ? 0 : Math.exp(weight)));
  const { alpha, beta, local } = forwardBackward(scores, jump, length);
  for (let t = 0; t < length; t += 1) {
    let total = 0;
    for (let y = 0; y < L; y += 1) total += (alpha[t * L + y] as number) * (beta[t * L + y] as number);
    for (let y = 0; y < L; y += 1) {
      const p = ((alpha[t * L + y] as number) * (beta[t * L + y] as number)) / total;
      const gradient = p - (sample.gold[t] === y ? 1 : 0);
      if (Math.abs(gradient) < 1e-3) continue;
      for (let at = sample.from[t] as number; at < (sample.from[t + 1] as number); at += 1) {
        if (kept[at]) emission.update((sample.ids[at] as number) * L + y, gradient);
      }
    }
    if (t > 0) stepTransitions(sample, t, alpha, beta, local, jump, transition);
  }
}

function stepTransitions(
  sample: Sample,
  t: number,
  alpha: Float64Array,
  beta: Float64Array,
  local: Float64Array,
  jump: Float64Array,
  transition: Ftrl,
): void {
  const pairs = new Float64Array(L * L);
  let total = 0;
  for (let a = 0; a < L; a += 1) {
    for (let b = 0; b < L; b += 1) {
      const p =
        (alpha[(t - 1) * L + a] as number) *
        (jump[a * L + b] as number) *
        (local[t * L + b] as number) *
        (beta[t * L + b] as number);
      pairs[a * L + b] = p;
      total += p;
    }
  }
  const said = (sample.gold[t - 1] as number) * L + (sample.gold[t] as number);
  for (let at = 0; at < L * L; at += 1) {
    const gradient = (pairs[at] as number) / total - (at === said ? 1 : 0);
    if (Math.abs(gradient) > 1e-3) transition.update(at, gradient);
  }
}

/** Probabilities, scaled at each step so that long sentences do not run out of floating point. A chain may not begin inside. */
function forwardBackward(scores: Float64Array, jump: Float64Array, length: number) {
  const [alpha, beta, local] = [0, 0, 0].map(() => new Float64Array(length * L)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let t = 0; t < length; t += 1) {
    let top = Number.NEGATIVE_INFINITY;
    for (let y = 0; y < L; y += 1) top = Math.max(top, scores[t * L + y] as number);
    for (let y = 0; y < L; y += 1) local[t * L + y] = Math.exp((scores[t * L + y] as number) - top);
  }
  for (let t = 0; t < length; t += 1) {
    let sum = 0;
    for (let b = 0; b < L; b += 1) {
      let reached = 0;
      if (t === 0) reached = mayFollow(0, b) ? 1 : 0;
      else for (let a = 0; a < L; a += 1) reached += (alpha[(t - 1) * L + a] as number) * (jump[a * L + b] as number);
      const value = reached * (local[t * L + b] as number);
      alpha[t * L + b] = value;
      sum += value;
    }
    for (let b = 0; b < L; b += 1) alpha[t * L + b] = (alpha[t * L + b] as number) / sum;
  }
  for (let t = length - 1; t >= 0; t -= 1) {
    let sum = 0;
    for (let a = 0; a < L; a += 1) {
      let reached = 0;
      if (t === length - 1) reached = 1;
      else {
        for (let b = 0; b < L; b += 1) {
          reached +=
            (jump[a * L + b] as number) * (local[(t + 1) * L + b] as number) * (beta[(t + 1) * L + b] as number);
        }
      }
      beta[t * L + a] = reached;
      sum += reached;
    }
    for (let a = 0; a < L; a += 1) beta[t * L + a] = (beta[t * L + a] as number) / sum;
  }
  return { alpha, beta, local };
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
}
