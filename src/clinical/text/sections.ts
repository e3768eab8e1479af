/**
 * Lists under a heading, as in notes: what follows "Past medical history:" or "Family history:" on lines of its own is all
 * of the past, or the family's, up to an empty line or the next heading.
 */
import type { Token } from './tokens.ts';
import type { Trigger, TriggerKind } from './triggers.ts';

/** From and to: places in the list of tokens. */
export type Section = { from: number; to: number; kind: TriggerKind };

const HEADED: ReadonlySet<TriggerKind> = new Set(['past', 'family']);

export function sectionsOf(text: string, tokens: readonly Token[], triggers: readonly Trigger[]): Section[] {
  if (!text.includes('\n')) return [];
  return triggers.flatMap(({ kind, to }) => {
    const heads = HEADED.has(kind) && isLineEnd(text, tokens[to]) && tokens[to - 1]?.word === ':';
    return heads ? [{ kind, from: to, to: endOf(text, tokens, to + 1) }] : [];
  });
}

export function sectionAt(sections: readonly Section[], token: number): TriggerKind | undefined {
  return sections.find(({ from, to }) => from <= token && token < to)?.kind;
}

function endOf(text: string, tokens: readonly Token[], from: number): number {
  for (let at = from; at < tokens.length; at += 1) {
    const emptyLine = isLineEnd(text, tokens[at]) && isLineEnd(text, tokens[at - 1]);
    if (emptyLine || (tokens[at]?.word === ':' && isLineEnd(text, tokens[at + 1]))) return at;
  }
  return tokens.length;
}

function isLineEnd(text: string, token: Token | undefined): boolean {
  return token !== undefined && text.charAt(token.start) === '\n';
}
