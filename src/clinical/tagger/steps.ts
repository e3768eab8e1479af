/** Rising numbers are kept as the steps between them, seven bits a byte, the last one below 128: most steps fit into one or two. */

export type Cursor = { file: Buffer; at: number };

export function writeStep(bytes: number[], step: number): void {
  let rest = step;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
}

/** Moves the cursor behind it. */
export function readStep(cursor: Cursor): number {
  let step = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = cursor.file[cursor.at++] as number;
    step |= (byte & 127) << shift;
    if (byte < 128) return step;
  }
}
