/** One thing to learn: a question and its answer, taken from a table of src/clinical. Nothing in it is made up. */

export type Item = {
  /** The same in every process: `class:Ramipril`. */
  id: string;
  /** The term that it is about. */
  term: string;
  /** The body system that it belongs to: what progress is counted by. */
  area: string;
  /** As a flashcard asks it. */
  front: string;
  back: string;
  source: string;
  /** As a quiz asks it, where that is possible. Worked out when it is asked: to find the wrong answers takes time. */
  choice?: () => Choice;
};

export type Choice = {
  question: string;
  answer: string;
  /** Wrong answers of the same kind: each differs from the right one in substance. */
  wrong: readonly string[];
  /** All options, where they have an order of their own. */
  options?: readonly string[];
};
