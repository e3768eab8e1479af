/**
 * Which rows of a long list are drawn: those near the screen, so that thousands cost no more than dozens. Blocks of rows that are not
 * drawn are replaced by space of the height that they had, or will probably have, so that the scroll bar does not change. On paper,
 * everything is drawn.
 */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePrinting } from './use-printing.ts';

/** Rows that are drawn or left out together. */
const BLOCK = 20;
/** Drawn before anything was measured. */
const FIRST_BLOCKS = 3;
/** How far above and below the screen is drawn. */
const MARGIN_PX = 600;

type Options = {
  /** A change of it begins again at the top: other rows, or another order. */
  start?: string | undefined;
  /** Called when the end is near, to load more. */
  onEnd?: (() => void) | undefined;
};

/** `from` and `to` are rows, `above` and `below` the heights of the space around them. `list` is the parent of the rows. */
type Window<E> = { list: RefObject<E | null>; from: number; to: number; above: number; below: number };

export function useWindow<E extends HTMLElement>(count: number, { start = '', onEnd }: Options = {}): Window<E> {
  const list = useRef<E>(null);
  // Another width makes other heights.
  const [resized, setResized] = useState(0);
  const rows = `${resized} ${start}`;
  const heights = useRef<Heights>(noHeights(rows));
  if (heights.current.rows !== rows) heights.current = noHeights(rows);
  const [moved, setMoved] = useState({ start, first: 0, last: FIRST_BLOCKS });
  const isPrinting = usePrinting();
  const blocks = Math.ceil(count / BLOCK);
  const isMoved = moved.start === start && moved.first < blocks;
  const [first, last] = isPrinting ? [0, blocks] : isMoved ? [moved.first, moved.last] : [0, FIRST_BLOCKS];
  const [from, to] = [first * BLOCK, Math.min(last * BLOCK, count)];

  const move = useRef(() => {});
  move.current = () => {
    const box = list.current?.getBoundingClientRect();
    // A list that is hidden has no heights.
    if (!box?.height || isPrinting) return;
    const near = blocksBetween(heights.current, count, -box.top - MARGIN_PX, innerHeight - box.top + MARGIN_PX);
    if (near.first !== first || near.last !== last) setMoved({ start, first: near.first, last: near.last });
    if (near.reachesEnd) onEnd?.();
  };
  useLayoutEffect(() => {
    if (!isPrinting) measure(list.current, heights.current, { first, from, to });
    move.current();
  });
  useEffect(() => {
    const onScroll = () => move.current();
    const onResize = () => setResized((times) => times + 1);
    // Also of boxes inside the page: their events do not bubble.
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    addEventListener('resize', onResize);
    return () => {
      removeEventListener('scroll', onScroll, { capture: true });
      removeEventListener('resize', onResize);
    };
  }, []);
  const heightOf = (some: number[]) => some.reduce((sum, block) => sum + blockHeight(heights.current, block, count), 0);
  return { list, from, to, above: heightOf(range(0, first)), below: heightOf(range(Math.min(last, blocks), blocks)) };
}

/** `row`: the mean height of the rows that were drawn first. It stays as it is, so that the height of the whole stays too. */
type Heights = { rows: string; row: number; blocks: Map<number, number> };

function noHeights(rows: string): Heights {
  return { rows, row: 0, blocks: new Map() };
}

function blockHeight({ row, blocks }: Heights, block: number, count: number): number {
  return blocks.get(block) ?? row * Math.min(BLOCK, count - block * BLOCK);
}

type Drawn = { first: number; from: number; to: number };

function measure(list: HTMLElement | null, heights: Heights, { first, from, to }: Drawn): void {
  if (!list?.getBoundingClientRect().height) return;
  const rows = [...list.children].slice(from > 0 ? 1 : 0);
  const topOf = (row: number) => rows[row]?.getBoundingClientRect().top ?? list.getBoundingClientRect().bottom;
  for (let row = 0, block = first; from + row < to; row += BLOCK, block += 1) {
    heights.blocks.set(block, topOf(Math.min(row + BLOCK, to - from)) - topOf(row));
  }
  if (heights.row === 0 && to > from) heights.row = (topOf(to - from) - topOf(0)) / (to - from);
}

/** The blocks of which some part is between two heights, from the top of the list; at least one. */
function blocksBetween(heights: Heights, count: number, top: number, bottom: number) {
  const blocks = Math.ceil(count / BLOCK);
  let [first, last, end] = [0, 0, 0];
  for (let block = 0; block < blocks; block += 1) {
    if (end < bottom) last = block + 1;
    end += blockHeight(heights, block, count);
    if (end < top) first = block + 1;
  }
  first = Math.max(Math.min(first, blocks - 1), 0);
  return { first, last: Math.max(last, first + 1), reachesEnd: end < bottom };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index);
}
