/** What others wrote, in test/world: `npm run test:all -- world` reads the report and writes docs/standards.md. */
import { mergeConfig } from 'vitest/config';
import all from './vitest.config.ts';

export default mergeConfig(all, {
  test: { maxWorkers: 2, reporters: ['json'], outputFile: { json: '.data/world/report.json' } },
});
