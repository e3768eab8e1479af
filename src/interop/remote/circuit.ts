/**
 * The circuit of one instance. Consecutive failures open it: nothing is sent any more. After a pause it is half open, and only a health
 * check is sent; if that succeeds the circuit is closed, if not the pause begins again. No user's call is ever the probe.
 */
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { RemoteFailure } from './failure.ts';

export type CircuitStatus = 'closed' | 'half_open' | 'open';

type Options = {
  failures: number;
  halfOpenMs: number;
  /** Throws if the instance is not well. */
  probe(): Promise<void>;
  onChange(status: CircuitStatus): void;
};

export type Circuit = {
  status(): CircuitStatus;
  /** Throws CIRCUIT_OPEN without having done the work where the circuit is not closed. */
  run<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
};

const STATUS: Readonly<Record<CircuitState, CircuitStatus>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

export function createCircuit({ failures, halfOpenMs, probe, onChange }: Options): Circuit {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof RemoteFailure && error.blames),
    // The pause is ours: the breaker lets the probe in whenever it comes.
    { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: 0 },
  );
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const probeLater = () => {
    clearTimeout(timer);
    if (ended) return;
    // A failed probe opens the circuit again, and that begins the next pause.
    timer = setTimeout(() => void breaker.execute(blamed(probe)).catch(() => undefined), halfOpenMs);
    timer.unref();
  };
  breaker.onBreak(probeLater);
  breaker.onStateChange((state) => onChange(STATUS[state]));
  return {
    status: () => STATUS[breaker.state],
    async run(work) {
      if (breaker.state !== CircuitState.Closed) throw new RemoteFailure('CIRCUIT_OPEN');
      return breaker.execute(work);
    },
    close() {
      ended = true;
      clearTimeout(timer);
    },
  };
}

/** To the breaker, an error of a kind that it does not handle would be a success. */
function blamed(probe: () => Promise<void>) {
  return async () => {
    try {
      await probe();
    } catch (cause) {
      throw new RemoteFailure('UNAVAILABLE', { cause });
    }
  };
}
