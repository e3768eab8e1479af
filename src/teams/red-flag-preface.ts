/**
 * Before anything is said, the message is looked at for red flags; the advice that they call for stands before the reply, whichever
 * agent or model wrote the rest. Every run of a turn that speaks asks, so what was found is kept for the last few messages.
 */
import { LRUCache } from 'lru-cache';
import { redFlagAdvice, redFlags } from '../clinical/index.ts';
import type { Preface } from '../engine/run/team-module.ts';
import type { Task } from '../engine/task/task.ts';

/** Turns that a process works on at the same time, and a few more. */
const found = new LRUCache<string, Preface>({ max: 200 });

/** With the emergency numbers of the place, where the task knows it. */
export function redFlagPreface({ text, user_location: place }: Pick<Task, 'text' | 'user_location'>): Preface {
  const key = `${place?.timezone ?? ''} ${place?.locale ?? ''} ${text}`;
  const known = found.get(key);
  if (known) return known;
  const flags = redFlags(text, place ?? {});
  const preface = {
    text: redFlagAdvice(flags) ?? '',
    data: { red_flags: flags.map(({ family, advice }) => ({ family, advice })) },
  };
  found.set(key, preface);
  return preface;
}
