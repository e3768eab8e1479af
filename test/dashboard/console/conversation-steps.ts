/** What a person does on the conversation page. */
import type { Page } from 'playwright-core';

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

export async function visit(page: Page, url: string, patient?: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByTestId('message').waitFor();
  if (patient === undefined) return;
  await page.getByTestId('patient-id').fill(patient);
  await page.getByTestId('patient-id').press('Enter');
}

/** Writes and sends; returns when the message stands in the thread. */
export async function write(page: Page, text: string): Promise<void> {
  const before = await page.getByTestId('turn').count();
  await page.getByTestId('message').fill(text);
  await page.getByTestId('send').click();
  await page.getByTestId('turn').nth(before).waitFor();
}

/** Writes, sends, and waits for the end of the answer. */
export async function ask(page: Page, text: string): Promise<void> {
  const before = await page.getByTestId('turn').count();
  await write(page, text);
  await ended(page, before);
}

export async function ended(page: Page, index: number, status = 'completed'): Promise<void> {
  await page
    .getByTestId('turn')
    .nth(index)
    .locator(`[data-testid=status][data-status=${status}]`)
    .waitFor({ state: 'attached' });
}
