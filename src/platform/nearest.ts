/** "Did you mean …?": the known name that is most similar to a misspelt one. */

/** How many names a suggestion lists before it says "…". */
const LISTED = 12;

/** The end of a sentence such as `unknown tool "fetch_pge"; …`. */
export function suggest(word: string, known: Iterable<string>): string {
  const names = [...known];
  const near = nearest(word, names);
  if (near !== undefined) return `did you mean "${near}"?`;
  if (names.length === 0) return 'remove it, there are none yet';
  const listed = names.slice(0, LISTED).join(', ');
  return `use one of ${listed}${names.length > LISTED ? ', …' : ''}`;
}

/** The closest of the names, if it is close enough to be a typing error: at most a third of the letters differ. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(word.toLowerCase(), name.toLowerCase());
    const slip = Math.max(1, Math.floor(Math.max(word.length, name.length) / 3));
    if (distance <= slip && (!best || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** Insertions, deletions, substitutions and swaps of neighbours, one row of the table at a time. */
function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = at(previous, column - 1) + Number(a[row - 1] !== b[column - 1]);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          substitution,
          swapped ? at(older, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    older = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
