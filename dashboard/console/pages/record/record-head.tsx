/** Whose record it is. What was told about the person can be corrected like any other entry. */
import { When } from '../../parts/when.tsx';
import { openEntry } from './place.ts';
import type { RecordView } from './record-data.ts';
import { personText } from './words.ts';

type Props = { patient: string; record: RecordView | undefined; canCorrect: boolean };

export function RecordHead({ patient, record, canCorrect }: Props) {
  const known = record ? personText(record.patient) : '';
  return (
    <header class="record-head">
      <h1>{patient}</h1>
      {record && (
        <p class="quiet" data-testid="person">
          {known || 'Age and sex are not on file'}
          {record.patient.birth_date && (
            <>
              , born <When time={record.patient.birth_date} />
            </>
          )}
        </p>
      )}
      {record && canCorrect && record.profile.length > 0 && (
        <ul class="row plain-list no-print">
          {record.profile.map(({ id, name }) => (
            <li key={id}>
              <button type="button" class="link" onClick={() => openEntry(id)}>
                Correct {name.toLowerCase()}
              </button>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}
