/** A real Chromium, and a page that notes what a user never sees: script errors, refused styles, calls to other hosts. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../support/chromium.ts';
import { STATE_LIMIT_MS } from '../support/limits.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    headless: true,
    timeout: STATE_LIMIT_MS,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export type Watched = { page: Page; complaints: string[]; hosts: Set<string> };

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, locale: 'en-GB', ...options });
  context.setDefaultTimeout(STATE_LIMIT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('response', (response) => hosts.add(new URL(response.url()).host));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  return { page, complaints, hosts };
}
