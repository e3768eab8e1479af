/** The settings of a fleet that is fuzzed. */
export const FUZZ_TOKEN = 'fuzz-token-0123456789';

export const FUZZ_SECRET = 'fuzz-secret-0123456789';

export const FUZZ_SETTINGS: Record<string, string> = {
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'warn',
  MODEL_PROVIDER: 'offline',
  SEARCH_PUBLIC: 'false',
  API_TOKENS: `fuzz[tenant+admin]:${FUZZ_TOKEN}`,
  MAIL_INBOUND_SECRET: FUZZ_SECRET,
  // The limits are tested elsewhere; here they would hide what is behind them.
  AUTH_FAILURES_PER_MINUTE: '0',
  // So few that the work behind the requests does not pile up.
  MAX_OPEN_TURNS: '40',
  REQUEST_SECONDS: '3',
  // A busy machine may take its time; what takes more than 5 s is reported by `npm run fuzz` all the same.
  QUESTION_SECONDS: '300',
};
