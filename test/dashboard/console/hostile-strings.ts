/**
 * Strings that try to become markup or a script, and what a page looks like that has shown them as text. A dozen of our own always; with
 * SHARED_DATA, a folder with `security/*.jsonl`, the collected ones too.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const OWN = [
  '<script>window.pwned=1</script>',
  '<img src=x onerror="window.pwned=2">',
  '"><svg/onload=window.pwned=3>',
  "'-alert(4)-'",
  '[click](javascript:window.pwned=5)',
  '![image](https://evil.example/x.png)',
  '<a href="javascript:window.pwned=6">x</a>',
  '<iframe srcdoc="<script>parent.pwned=7</script>"></iframe>',
  '<math><mtext><script>window.pwned=8</script></mtext></math>',
  '<style>@import "https://evil.example/x.css"</style>',
  '[x]: data:text/html,<script>window.pwned=9</script>',
  '<form action=https://evil.example><button>Send</button></form>',
  '<https://evil.example/auto> and <javascript:alert(10)>',
  '{{constructor.constructor("window.pwned=11")()}}',
  'javascript:window.pwned=12',
  '__proto__',
  // Named characters, which a browser's own parser would have to read.
  'p &lt; 0.05, AT&amp;T, a&nbsp;b, &#8203;&#x41;, &frac12; &eacute; &Sigma; &notit; &CounterClockwiseContourIntegral;',
];

const FOLDER = process.env.SHARED_DATA;

/** Each once, without what JSON cannot carry unchanged; empty without the folder. */
export const COLLECTED = FOLDER ? [...new Set(['xss_payloads', 'naughty_strings'].flatMap(payloadsOf))] : [];

function payloadsOf(name: string): string[] {
  const file = `${FOLDER}/security/${name}.jsonl`;
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => String(JSON.parse(line).payload))
    .filter((text) => text.isWellFormed());
}

/** As few texts as a limit of characters allows. */
export function joined(strings: readonly string[], most: number): string[] {
  const texts: string[] = [];
  let current = 'Hostile strings:';
  for (const text of strings.filter(({ length }) => length < most)) {
    if (current.length + text.length > most) {
      texts.push(current);
      current = 'Hostile strings:';
    }
    current += `\n${text}`;
  }
  return strings.length > 0 ? [...texts, current] : [];
}

const MADE =
  'script, img, iframe, object, embed, form, style, link, math, video, audio, base, meta, [onerror], [onload]';
const ADDRESSES = ['http:', 'https:', 'mailto:', 'tel:'];

/** `parts`: where the strings stand; there, nothing but text and icons was made of them, and no link leads to a script. */
export async function expectHarmless(page: Page, parts: readonly string[]): Promise<void> {
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  // The page's own script, and no other.
  expect(await page.locator('script').count()).toBe(1);
  for (const part of parts) {
    expect(await page.locator(part).count()).toBeGreaterThan(0);
    expect(await page.locator(part).locator(MADE).count()).toBe(0);
    const links = `[...document.querySelectorAll(${JSON.stringify(`${part} a`)})].map((a) => a.protocol)`;
    const protocols = (await page.evaluate(links)) as string[];
    expect(protocols.filter((protocol) => !ADDRESSES.includes(protocol))).toEqual([]);
  }
}
