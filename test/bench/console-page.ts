/** One page of the console in a real browser, and how long it takes from an input to the paint that shows its effect. */
import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../support/chromium.ts';

export type Measured = { name: string; times: number[]; nodes: number };

/** Long, because the first page of a busy machine may be. */
const TIMEOUT_MS = 60_000;

/**
 * Notes for each input how long it took until the paint after it: the frame that follows the frame in which the page was changed. Times of
 * the browser's own event timing are rounded to 8 ms, and leave out scrolling.
 */
const WATCH = `
  window.paints = [];
  for (const kind of ['input', 'click', 'scroll', 'keydown'])
    addEventListener(kind, (event) => {
      const begun = Math.min(event.timeStamp, performance.now());
      requestAnimationFrame(() => requestAnimationFrame(() => window.paints.push(performance.now() - begun)));
    }, { capture: true, passive: true });
`;

export async function openConsole(url: string, patient: string) {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    headless: true,
    timeout: TIMEOUT_MS,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.addInitScript(`sessionStorage.setItem('patient_id', ${JSON.stringify(patient)});${WATCH}`);

  /** `step` makes inputs and waits for their effect. */
  async function measure(name: string, samples: number, step: (sample: number) => Promise<unknown>): Promise<Measured> {
    await page.evaluate('window.paints = []');
    for (let sample = 0; sample < samples; sample += 1) await step(sample);
    await page.waitForFunction('window.paints.length > 0');
    const times = (await page.evaluate('window.paints')) as number[];
    return { name, times, nodes: await nodesOf(page) };
  }

  return { page, measure, go: (path: string) => page.goto(`${url}/dashboard${path}`), close: () => browser.close() };
}

function nodesOf(page: Page): Promise<number> {
  return page.evaluate("document.getElementsByTagName('*').length");
}
