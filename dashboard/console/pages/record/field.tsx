/** A labelled text field with suggestions. */
import { useEffect, useId, useRef } from 'preact/hooks';

type Props = {
  label: string;
  name: string;
  value: string;
  onValue: (value: string) => void;
  suggestions?: readonly string[];
  hint?: string | undefined;
  required?: boolean;
  /** Takes the focus when it appears. */
  isFirst?: boolean;
};

export function Field({
  label,
  name,
  value,
  onValue,
  suggestions = [],
  hint,
  required = false,
  isFirst = false,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) input.current?.focus();
  }, [isFirst]);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        ref={input}
        data-testid={`field-${name}`}
        autocomplete="off"
        required={required}
        value={value}
        list={suggestions.length > 0 ? `${id}-list` : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {hint && (
        <span id={`${id}-hint`} class="quiet small">
          {hint}
        </span>
      )}
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </div>
  );
}
