/**
 * Local reasoning models often write their thoughts into the answer itself, between <think> and </think> at its very start.
 * The user must not read them, and they would make a structured answer unreadable.
 */
const OPEN = '<think>';
const CLOSE = '</think>';

export type ThinkingFilter = {
  /** The part of this piece that may be shown; the beginning is held back until it is known whether it is a thought. */
  push(text: string): string;
  /** What was still held back when the answer ended. */
  rest(): string;
};

export function createThinkingFilter(): ThinkingFilter {
  let state: 'start' | 'thinking' | 'gap' | 'answer' = 'start';
  let held = '';

  function push(text: string): string {
    if (state === 'answer') return text;
    held += text;
    if (state === 'start') {
      const beginning = held.trimStart();
      if (beginning !== OPEN && OPEN.startsWith(beginning)) return '';
      if (!beginning.startsWith(OPEN)) return answer(held);
      state = 'thinking';
    }
    if (state === 'thinking') {
      const end = held.indexOf(CLOSE);
      if (end < 0) return '';
      held = held.slice(end + CLOSE.length);
      state = 'gap';
    }
    held = held.trimStart();
    return held === '' ? '' : answer(held);
  }

  function answer(text: string): string {
    state = 'answer';
    held = '';
    return text;
  }

  return { push, rest: () => (state === 'start' ? answer(held) : '') };
}
