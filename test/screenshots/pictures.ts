/** Which pages are shown in docs/tour.md, how large, and what must be on them before the picture is taken. */
import type { Page } from 'playwright-core';

export const SIZES = { desktop: { width: 1360, height: 900 }, phone: { width: 390, height: 844 } } as const;

export type Picture = {
  /** Of the file in docs/images, without its ending. */
  name: string;
  size: keyof typeof SIZES;
  /** Below /dashboard; `turns` is the last turn of each session of the demo patient. */
  path: (turns: Record<string, string>) => string;
  ready: (page: Page) => Promise<unknown>;
};

const sees = (text: RegExp | string) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

/** The thread is at its end when it opens; the picture begins with this message. */
const beginsWith = (text: RegExp) => async (page: Page) => {
  const message = page.getByTestId('said').filter({ hasText: text }).first();
  await message.waitFor();
  await message.evaluate((element) => element.scrollIntoView({ block: 'start' }));
};

export const PICTURES: readonly Picture[] = [
  { name: 'start', size: 'desktop', path: () => '/', ready: sees('For example') },
  { name: 'conversation', size: 'desktop', path: () => '/sessions/demo-anna-questions', ready: beginsWith(/HbA1c/) },
  { name: 'red-flag', size: 'phone', path: () => '/sessions/demo-anna-emergency', ready: beginsWith(/chest pain/) },
  { name: 'record', size: 'desktop', path: () => '/record', ready: sees(/HbA1c/i) },
  {
    name: 'measurement',
    size: 'desktop',
    path: () => '/record/observations?name=Systolic+blood+pressure',
    ready: sees('Measured'),
  },
  { name: 'record-phone', size: 'phone', path: () => '/record', ready: sees(/HbA1c/i) },
  {
    name: 'turn',
    size: 'desktop',
    path: (turns) => `/turns/${turns['demo-anna-emergency']}`,
    ready: sees(/TriageAgent/),
  },
  { name: 'research', size: 'desktop', path: () => '/research', ready: sees(/Diabetes and heart research/) },
  { name: 'fleet', size: 'desktop', path: () => '/fleet', ready: sees(/extractor/) },
];
