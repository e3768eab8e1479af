/** `npm start`: it prints the addresses, ends cleanly, and is not open to other machines. start-again.test.ts has the rest. */
import { expect, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { startQuiet } from './start-main.ts';

test('it says what runs where once it is ready, and Ctrl-C ends it cleanly', async () => {
  const main = startQuiet();
  const banner = await main.ready;
  expect(banner).toMatch(/Console\s+http:\/\/127\.0\.0\.1:\d+\/dashboard/);
  expect(banner).toMatch(/Model\s+offline/);
  expect(banner).toContain('AUTH_REQUIRED: anyone who reaches this port');
  expect(await main.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
});

test('it does not listen to other machines without authentication', async () => {
  await expect(startFleet({ roles: [], env: { HOST: '0.0.0.0' } })).rejects.toThrow(
    'API_TOKENS: needed because HOST=0.0.0.0',
  );
});
