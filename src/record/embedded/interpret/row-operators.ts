/** The operators of the row pipeline: each takes rows, passes some on, and reports when it needs no more. */
import type { Budget } from './budget.ts';
import { keyOf, order } from './compare.ts';
import type { Evaluate, Match, Sink } from './compiler.ts';
import type { Row, Value } from './values.ts';

export type Consumer = {
  take: Sink;
  /** No more rows come. */
  end(): void;
};

export type Operator = (next: Consumer) => Consumer;

export function inTurn(operators: readonly Operator[], last: Consumer): Consumer {
  return operators.reduceRight((next, operator) => operator(next), last);
}

export function matching({ run, made }: Match, optional: boolean): Operator {
  return (next) => ({
    take(row) {
      if (!optional) return run(row, next.take);
      let found = false;
      const more = run(row, (matched) => {
        found = true;
        return next.take(matched);
      });
      if (found) return more;
      for (const place of made) row[place] = null;
      return next.take(row);
    },
    end: next.end,
  });
}

export function filtering(holds: (row: Row) => boolean): Operator {
  return (next) => ({ take: (row) => (holds(row) ? next.take(row) : true), end: next.end });
}

export function computing(items: readonly { place: number; evaluate: Evaluate }[]): Operator {
  return (next) => ({
    take(row) {
      for (const { place, evaluate } of items) row[place] = evaluate(row);
      return next.take(row);
    },
    end: next.end,
  });
}

export function distinctBy(places: readonly number[], budget: Budget): Operator {
  return (next) => {
    const seen = new Set<string>();
    return {
      take(row) {
        const values = places.map((place) => row[place] ?? null);
        values.forEach(budget.read);
        const key = keyOf(values);
        if (seen.has(key)) return true;
        budget.keep(1);
        seen.add(key);
        return next.take(row);
      },
      end: next.end,
    };
  };
}

export type SortKey = { evaluate: Evaluate; descending: boolean };

export function sorting(keys: readonly SortKey[], budget: Budget): Operator {
  return (next) => {
    const held: { row: Row; values: Value[] }[] = [];
    return {
      take(row) {
        budget.keep(1);
        held.push({ row: row.slice(), values: keys.map(({ evaluate }) => evaluate(row)) });
        return true;
      },
      end() {
        held.sort((a, b) => byKeys(keys, a.values, b.values, budget));
        held.every(({ row }) => next.take(row));
        next.end();
      },
    };
  };
}

function byKeys(keys: readonly SortKey[], left: Value[], right: Value[], budget: Budget): number {
  budget.step();
  for (const [i, { descending }] of keys.entries()) {
    const [a, b] = [left[i] ?? null, right[i] ?? null];
    budget.read(a);
    const difference = order(a, b);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return 0;
}

export function skipping(count: number): Operator {
  return (next) => {
    let skipped = 0;
    return {
      take(row) {
        if (skipped >= count) return next.take(row);
        skipped += 1;
        return true;
      },
      end: next.end,
    };
  };
}

export function limiting(count: number): Operator {
  return (next) => {
    let taken = 0;
    return {
      take(row) {
        if (taken >= count) return false;
        taken += 1;
        return next.take(row) && taken < count;
      },
      end: next.end,
    };
  };
}
