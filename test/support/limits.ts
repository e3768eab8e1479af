/**
 * Limits end what hangs. None of them decides about right or wrong: on a busy machine a state may take minutes to come, so a test waits
 * for it as long as this.
 */
export const STATE_LIMIT_MS = 240_000;
export const TEST_LIMIT_MS = 300_000;
