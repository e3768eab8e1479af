/**
 * Words of a source, made safe for a line of Markdown. They come from documents and search services, so they may hold anything: a line
 * break that begins a footnote of its own, a marker, an unclosed code span.
 */
import { labelOf, markerOf } from '../../engine/models/markers.ts';

/** One line. Characters that reorder a line are left out: they could make it read as another one. */
export function oneLine(text: string | undefined): string {
  return (text ?? '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .split(' ')
    .filter(Boolean)
    .join(' ');
}

/** Every character that means something in Markdown stands for itself. */
export function inert(text: string | undefined): string {
  return oneLine(text).replace(/[\\`*_[\]<>~|]/g, '\\$&');
}

/** Between more backticks than it has itself. */
export function codeSpan(text: string | undefined): string {
  const words = oneLine(text);
  if (words === '') return '';
  const longest = (words.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${words}${fence}` : `${fence} ${words} ${fence}`;
}

/** Empty for what is no address of the web. Characters that Markdown would read are percent-encoded. */
export function webAddress(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return '';
  const { protocol, href } = new URL(url);
  if (!/^https?:$/.test(protocol)) return '';
  return href.replace(/[[\]*^|\\`<>"{}]/g, encoded);
}

function encoded(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Citations come with requests too, so their marker may be anything. */
export function inertMarker({ marker }: { marker: string }): string {
  return markerOf(oneLine(labelOf(marker)).replace(/[ [\]^\\]/g, ''));
}
