/** The text of an answer without what the banners above it say. */

type Parts = {
  reply: string | null;
  draft: string;
  red_flags: readonly { advice: string }[];
  medicine_warnings: readonly { text: string }[];
};

/** The reply so far. What the banners above it say already is not said again. */
export function replyText({ reply, draft, red_flags, medicine_warnings }: Parts): string {
  let text = reply ?? draft;
  const said = [...red_flags.map(({ advice }) => advice), ...medicine_warnings.map((warning) => warning.text)];
  for (const one of new Set(said)) {
    // The beginning of it, as far as it has arrived.
    if (one.startsWith(text)) return '';
    if (text.startsWith(one)) text = text.slice(one.length).trimStart();
  }
  return text;
}
