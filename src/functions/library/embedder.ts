/** What makes vectors of texts: the configured embedding model. This is the port. */

export type Embedder = {
  /** Vectors of different embedders cannot be compared, so it is kept with each. */
  name: string;
  dimensions: number;
  /** One vector of unit length for each text. `query`: some models embed a question differently from what answers it. */
  embed(texts: readonly string[], what: 'document' | 'query', signal?: AbortSignal): Promise<Float32Array[]>;
};

export function unitVector(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}
