/** What axe-core finds on a page that keeps people from using it: everything serious or critical. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Found = { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] };

/** One line for each place, with the rule that it breaks. None is what a test expects. */
export async function barriersOn(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not concern.
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Found[];
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
}
