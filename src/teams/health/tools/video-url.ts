/** Which addresses are videos, and the one form of a YouTube address that every provider understands. */

const YOUTUBE = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be']);
const VIMEO = new Set(['vimeo.com', 'www.vimeo.com']);

export const VIMEO_REPLY =
  'Vimeo videos are not currently supported. Please provide a YouTube video URL for video analysis.';

export function classifyVideoUrl(url: string): 'youtube' | 'vimeo' | null {
  const host = webUrl(url)?.hostname;
  if (host === undefined) return null;
  if (YOUTUBE.has(host)) return 'youtube';
  return VIMEO.has(host) ? 'vimeo' : null;
}

/** The address of the video alone: no playlist, no tracking. Null for a channel or search page. */
export function youtubeWatchUrl(url: string): string | null {
  const parsed = webUrl(url);
  if (!parsed || !YOUTUBE.has(parsed.hostname)) return null;
  const [, first = '', second = ''] = parsed.pathname.split('/');
  let id = parsed.searchParams.get('v');
  if (parsed.hostname === 'youtu.be') id = first;
  else if (['shorts', 'live', 'embed', 'v'].includes(first)) id = second;
  return id && /^[\w-]{11}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : null;
}

function webUrl(url: string): URL | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null;
}
