/** How much is kept for one user. Nothing grows with the years: older days are dropped, older events are only counted. */

/** Of daily counters: a year, and a month to compare its beginning with. */
export const KEPT_DAYS = 400;
/** Everything of a user who has not studied for that long expires. */
export const KEPT_SECONDS = KEPT_DAYS * 86_400;
export const RECENT_EVENTS = 1_000;
/** The least recently studied topic makes room for a new one. */
export const MOST_TOPICS = 300;
/** Answers of a topic that its mastery is judged by. */
export const LATEST_ANSWERS = 10;
/** Longer than any task is tried again. */
export const COUNTED_SECONDS = 3 * 86_400;
export const MOST_COUNTED = 5_000;

export const MOST_CARDS = 2_000;
export const MOST_CARDS_AT_ONCE = 30;
export const MOST_FRONT = 500;
export const MOST_BACK = 1_000;
export const MOST_NAME = 60;

export const MOST_QUESTIONS = 20;
export const DEFAULT_QUESTIONS = 5;
/** An answer that was left open overnight took no hours of study. */
export const MOST_ANSWER_MS = 10 * 60_000;
