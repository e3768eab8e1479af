/**
 * What may be sent to a search service: words of a closed vocabulary, never the words of a person. The engine knows no vocabulary; a team
 * builds the query (`outwardQuery` of its module). The type has a mark that only that builder sets, so that a search service cannot be
 * given anything else.
 */
declare const built: unique symbol;

export type OutwardQuery = {
  readonly words: string;
  /** Year of publication. */
  readonly since?: string;
  readonly [built]: true;
};

/** What a planner would like to search for, in any words. */
export type SearchWish = { words: string; since?: string };

/** Null: nothing of the wish is in the vocabulary, so nothing is sent. */
export type BuildOutwardQuery = (wish: SearchWish) => Promise<OutwardQuery | null>;

export function queryText({ words, since }: OutwardQuery): string {
  return since ? `${words} since ${since}` : words;
}
