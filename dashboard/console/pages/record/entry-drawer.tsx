/** All that is known of one entry: its fields, where it came from, what was on file before; and to correct or remove it. */
import { useRef, useState } from 'preact/hooks';
import { get, path } from '../../api.ts';
import { useMe } from '../../me.ts';
import { Drawer } from '../../parts/drawer.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { CorrectForm } from './correct-form.tsx';
import { EntryFields } from './entry-fields.tsx';
import { EntryHistory } from './entry-history.tsx';
import { EntrySources } from './entry-sources.tsx';
import { showEntryInstead } from './place.ts';
import type { FactHistory } from './record-data.ts';
import { RemoveForm } from './remove-form.tsx';

type Props = { patient: string; id: string; onClose: () => void; onChanged: () => void };

export function EntryDrawer({ patient, id, onClose, onChanged }: Props) {
  const { may } = useMe();
  const [form, setForm] = useState<'correct' | 'remove' | null>(null);
  const { data, problem, reload } = useLoaded(`${patient} ${id}`, (signal) =>
    get<FactHistory>(path`/v1/patients/${patient}/facts/${id}`, { signal }),
  );
  const fact = data?.fact;
  const shown = fact ?? data?.earlier.at(-1)?.was;
  const actions = useRef<HTMLDivElement>(null);
  const closeForm = () => {
    actions.current?.querySelector<HTMLButtonElement>('[aria-expanded=true]')?.focus();
    setForm(null);
  };
  const changed = (now?: FactHistory) => {
    closeForm();
    onChanged();
    // A corrected fact may have a new id.
    if (now?.fact && now.fact.id !== id) showEntryInstead(now.fact.id);
    else reload();
  };
  return (
    <Drawer title={shown?.name ?? 'Details'} onClose={onClose} testid="entry-details">
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {data && !fact && (
        <p class="notice" role="status" data-testid="withdrawn">
          This was removed and counts no longer. It stays in the history.
        </p>
      )}
      {fact && <EntryFields entry={fact} />}
      {fact && may('record:write') && (
        <div class="row" ref={actions}>
          <button
            type="button"
            data-testid="correct"
            aria-expanded={form === 'correct'}
            onClick={() => setForm('correct')}
          >
            <Icon name="edit" size={16} /> Correct
          </button>
          <button
            type="button"
            class="danger"
            data-testid="remove"
            aria-expanded={form === 'remove'}
            onClick={() => setForm('remove')}
          >
            <Icon name="close" size={16} /> Remove
          </button>
        </div>
      )}
      {fact && form === 'correct' && (
        <CorrectForm patient={patient} entry={fact} onDone={changed} onCancel={closeForm} />
      )}
      {fact && form === 'remove' && (
        <RemoveForm patient={patient} entry={fact} onDone={() => changed()} onCancel={closeForm} />
      )}
      {fact && <EntrySources patient={patient} id={fact.id} />}
      {data && data.earlier.length > 0 && <EntryHistory earlier={data.earlier} />}
    </Drawer>
  );
}
