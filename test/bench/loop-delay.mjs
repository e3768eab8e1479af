// Loaded first by a process whose event loop is to be watched. Told `reset` it begins again, told `report` it sends the longest delay.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  process.on('message', (what) => {
    if (what === 'reset') delay.reset();
    // The histogram has the time between two ticks of its own timer.
    else
      process.send({ longestMs: delay.max / 1e6 - RESOLUTION_MS, p99Ms: delay.percentile(99) / 1e6 - RESOLUTION_MS });
  });
  process.channel?.unref();
}
