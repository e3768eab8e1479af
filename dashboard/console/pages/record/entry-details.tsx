/** All that is known of one entry: its fields, where it came from, what was on file before; and to correct or remove it. */
import { useState } from 'preact/hooks';
import type { FactHistory } from '../../../../src/client/client.ts';
import { get, path } from '../../api.ts';
import { useMe } from '../../me.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { CorrectFact } from '../../parts/fact/correct-fact.tsx';
import { RemoveFact } from '../../parts/fact/remove-fact.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { EntryFields } from './entry-fields.tsx';
import { EntryHistory } from './entry-history.tsx';
import { EntrySources } from './entry-sources.tsx';
import { showEntryInstead } from './place.ts';

type Props = { patient: string; id: string; onClose: () => void; onChanged: () => void };

export function EntryDetails({ patient, id, onClose, onChanged }: Props) {
  const { may } = useMe();
  const [form, setForm] = useState<'correct' | 'remove' | null>(null);
  const { data, problem, reload } = useLoaded(`${patient} ${id}`, (signal) =>
    get<FactHistory>(path`/v1/patients/${patient}/facts/${id}`, { signal }),
  );
  const fact = data?.fact;
  const shown = fact ?? data?.earlier.at(-1)?.was;
  const closeForm = () => setForm(null);
  const changed = (now = id) => {
    closeForm();
    onChanged();
    // A corrected fact may have a new id.
    if (now === id) reload();
    else showEntryInstead(now);
  };
  return (
    <Dialog title={shown?.name ?? 'Details'} kind="details" onClose={onClose} testId="entry-details">
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {data && !fact && (
        <p class="notice" role="status" data-testid="withdrawn">
          This was removed and counts no longer. It stays in the history.
        </p>
      )}
      {fact && <EntryFields entry={fact} />}
      {fact && may('record:write') && (
        <div class="row">
          <button type="button" data-testid="correct" onClick={() => setForm('correct')}>
            <Icon name="edit" size={16} /> Correct
          </button>
          <button type="button" class="danger" data-testid="remove" onClick={() => setForm('remove')}>
            <Icon name="close" size={16} /> Remove
          </button>
        </div>
      )}
      {fact && form === 'correct' && (
        <CorrectFact patient={patient} fact={fact} onClose={closeForm} onDone={(now) => changed(now?.id)} />
      )}
      {fact && form === 'remove' && (
        <RemoveFact patient={patient} fact={fact} onClose={closeForm} onDone={() => changed()} />
      )}
      {fact && <EntrySources patient={patient} id={fact.id} />}
      {data && data.earlier.length > 0 && <EntryHistory earlier={data.earlier} />}
    </Dialog>
  );
}
