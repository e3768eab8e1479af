/** A value as JSON text, indented. A text stays as it is. */

/** More would make the page slow; the API has the rest. */
const MAX_CHARS = 20_000;

export function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="json" tabIndex={0} aria-label={label}>
      <pre>
        {text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}\n… ${text.length - MAX_CHARS} more characters` : text}
      </pre>
    </section>
  );
}
