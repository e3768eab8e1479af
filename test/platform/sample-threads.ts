/** Work for threads.test.ts. */
import { AppError } from '../../src/platform/errors.ts';
import { threadTasks } from '../../src/platform/threads.ts';

export const serve = threadTasks({
  double: (n: number) => n * 2,
  refuse() {
    throw new AppError('invalid', 'No.', { errors: [{ path: 'a', message: 'is wrong' }] });
  },
  crash() {
    throw new TypeError('a fault in the code');
  },
  forever() {
    for (;;);
  },
  end() {
    process.abort();
  },
  pid: () => process.pid,
  environment: () => Object.keys(process.env),
  hoard() {
    const kept: number[][] = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
});
