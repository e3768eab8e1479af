/** Rows with gold spans as the data folder keeps them, and which of them no weights were trained on. */
export type GoldSpan = { type: string; start: number; end: number };
export type GoldRow = { id: string; text: string; entities: GoldSpan[] };

export function readRows(jsonl: string): GoldRow[] {
  return jsonl
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as GoldRow);
}

/** A fifth of the documents, by a hash of the document's id: "maccrobat-15939911-3" is a sentence of 15939911. */
export function isUnseen({ id }: { id: string }): boolean {
  const document = id.replace(/-\d+$/, '').toLowerCase();
  let hash = 0x811c9dc5;
  for (const letter of document) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 8) % 5 === 0;
}
