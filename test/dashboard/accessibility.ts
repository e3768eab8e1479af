/** What axe-core finds wrong with a page for people who use a keyboard, a screen reader or little sight. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { IS_NIGHT } from '../support/sampled.ts';

type Violation = { id: string; impact: string | null; nodes: { target: string[] }[] };

/** Serious and critical ones, each with where it is; empty if there are none. The gate does not look: it takes as long as the rest of a test. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  if (!IS_NIGHT) return [];
  // Sent over the debugging connection, which a page's Content-Security-Policy does not concern.
  await page.evaluate(axe.source);
  const violations = (await page.evaluate('axe.run(document).then(({ violations }) => violations)')) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
