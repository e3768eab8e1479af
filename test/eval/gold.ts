/** Rows with gold spans as the data folder keeps them, and which of them no weights were trained on. */
import { partOf } from './rows.ts';

export type GoldSpan = { type: string; start: number; end: number };
export type GoldRow = { id: string; text: string; entities: GoldSpan[] };

/** A fifth of the documents, not of the sentences: "maccrobat-15939911-3" is held out with all of 15939911. */
export function isUnseen({ id }: { id: string }): boolean {
  return partOf(id.replace(/^((?:maccrobat|psytar)-.+)-\d+$/, '$1')) === 0;
}
