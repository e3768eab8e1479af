/** Keeps the beginning of a stream and counts the rest, so that a program that prints without end fills no memory. */
import type { Readable } from 'node:stream';

export type CappedOutput = {
  bytes(): Buffer;
  text(): string;
  /** More came than was kept. */
  truncated(): boolean;
};

export function capOutput(stream: Readable, limit: number, flood: { bytes: number; stop(): void }): CappedOutput {
  const kept: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    const room = limit - size;
    if (room > 0) kept.push(room < chunk.length ? Buffer.from(chunk.subarray(0, room)) : chunk);
    size += chunk.length;
    if (size > flood.bytes) flood.stop();
  });
  // The other end is killed at any moment.
  stream.on('error', () => undefined);
  return {
    bytes: () => Buffer.concat(kept),
    // A character that the limit cuts through is left out.
    text: () => new TextDecoder().decode(Buffer.concat(kept), { stream: true }),
    truncated: () => size > limit,
  };
}
