/** Which addresses an agent may open: compared as wholes, so that nothing can be added to one that is allowed. */
import { expect, test } from 'vitest';
import { addressesIn, addressesOfUser, isKnownAddress } from '../../../src/engine/tools/known-addresses.ts';

const TEXT = 'See (https://Example.org/a/b?x=1#top), and http://pages.example/wrote. Also "https://c.example"';
const known = addressesIn(TEXT);

test.each([
  'https://example.org/a/b?x=1',
  'https://example.org/a/b?x=1#elsewhere',
  'HTTPS://EXAMPLE.ORG/a/./b?x=1',
  'http://pages.example/wrote',
  'https://c.example/',
])('%s is opened', (url) => {
  expect(isKnownAddress(url, known)).toBe(true);
});

test.each([
  'https://example.org/a/b',
  'https://example.org/a/b?x=1&y=secret',
  'https://example.org/a/b/secret?x=1',
  'https://example.org/a/b%20secret?x=1',
  'https://secret@example.org/a/b?x=1',
  'https://secret.example.org/a/b?x=1',
  'https://example.org:8443/a/b?x=1',
  'http://example.org/a/b?x=1',
  'http://pages.example/wrote?',
  'http://pages.example/wrote/',
  'https://c.example/secret',
  'ftp://c.example/',
  'secret',
])('%s is not', (url) => {
  expect(isKnownAddress(url, known)).toBe(false);
});

test('only what a person wrote counts: a task of the fleet has the addresses that it was given', () => {
  expect(addressesOfUser({ origin: { kind: 'user' }, text: 'http://a.example' })).toEqual(['http://a.example/']);
  expect(addressesOfUser({ origin: { kind: 'mail' }, text: 'http://a.example' })).toEqual([]);
  const origin = { kind: 'message', addresses: ['http://b.example/'] };
  expect(addressesOfUser({ origin, text: 'http://a.example' })).toEqual(['http://b.example/']);
});

test('an address has a few readings and a message a few addresses, however long it is', () => {
  expect(addressesIn(`http://a.example/${'.'.repeat(20_000)}`).length).toBeLessThan(10);
  const many = Array.from({ length: 2_000 }, (_, nth) => `http://a.example/${nth}.`).join(' ');
  expect(addressesIn(many).length).toBeLessThan(60);
});
