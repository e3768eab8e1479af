/** What a call costs, by the price that models.yml gives: US dollars for a million tokens. */
import type { TokenCount } from './model.ts';

type Rates = { input: number; output: number };

/** `above`: the rates of a request with more input than that. They hold for all of its tokens. */
export type Price = Rates & { above?: (Rates & { input_tokens: number }) | undefined };

export function costOf(price: Price | null, { input_tokens, output_tokens }: TokenCount): number | null {
  if (!price) return null;
  const rates = price.above && input_tokens > price.above.input_tokens ? price.above : price;
  return (input_tokens * rates.input + output_tokens * rates.output) / 1_000_000;
}
