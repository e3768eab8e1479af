/** Ticks of a scale with their labels, in pixels. */
import type { ScaleLinear, ScaleTime } from 'd3-scale';
import type { Tick } from './axis.tsx';

type Scale<V> = { ticks(count: number): V[]; (value: V): number };

export function numberTicks(
  scale: ScaleLinear<number, number>,
  count: number,
  label: (value: number) => string,
): Tick[] {
  return ticksOf<number>(scale, count, label);
}

export function timeTicks(scale: ScaleTime<number, number>, count: number, label: (value: Date) => string): Tick[] {
  return ticksOf<Date>(scale, count, label);
}

/** Neighbours with the same label (a scale that is finer than its format) are one tick. */
function ticksOf<V>(scale: Scale<V>, count: number, label: (value: V) => string): Tick[] {
  const all = scale.ticks(count).map((value) => ({ at: Math.round(scale(value)), label: label(value) }));
  return all.filter((tick, index) => tick.label !== all[index - 1]?.label);
}
