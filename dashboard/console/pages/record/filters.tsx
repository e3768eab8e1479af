/** Search and filter above a list, with how much of it is left. */
import { useId } from 'preact/hooks';
import { capital } from './words.ts';

type Props = {
  search: string;
  onSearch: (text: string) => void;
  /** What can be chosen, with how many there are of each; the first stands for all. */
  choices: readonly { value: string; count: number }[];
  choice: string;
  onChoice: (value: string) => void;
  label: string;
  left: string;
};

export function Filters({ search, onSearch, choices, choice, onChoice, label, left }: Props) {
  const field = useId();
  return (
    <div class="filters">
      <label class="visually-hidden" for={field}>
        {label}
      </label>
      <input
        id={field}
        type="search"
        data-testid="search"
        placeholder={label}
        value={search}
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
      {choices.length > 2 && (
        <fieldset class="chips">
          <legend class="visually-hidden">Show</legend>
          {choices.map(({ value, count }) => (
            <button
              key={value}
              type="button"
              aria-pressed={choice === value}
              data-choice={value}
              onClick={() => onChoice(value)}
            >
              {capital(value)} <span class="count">{count}</span>
            </button>
          ))}
        </fieldset>
      )}
      <p class="quiet small left" aria-live="polite" data-testid="left">
        {left}
      </p>
    </div>
  );
}
