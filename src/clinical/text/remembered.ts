/**
 * A function of a word or a name that keeps its answers: words come back, in one message and in the next. What strangers write is not
 * kept without end; with `most` answers kept, all are forgotten, which costs less than to know the oldest.
 */
export function remembered<T extends NonNullable<unknown> | null>(
  find: (key: string) => T,
  most = 5_000,
): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const found = find(key);
    kept.set(key, found);
    return found;
  };
}
