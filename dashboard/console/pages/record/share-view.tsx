/** Take the record elsewhere or bring one in: download, print, import; and erase everything. */
import { download, path } from '../../api.ts';
import { useMe } from '../../me.ts';
import { Icon } from '../../parts/icon.tsx';
import { EraseForm } from './erase-form.tsx';
import { ImportFhir } from './fhir-import.tsx';
import { recordAddress } from './place.ts';
import { isEmpty, type RecordView } from './record-data.ts';
import { SECTIONS } from './sections.tsx';

type Props = { patient: string; record: RecordView; onChanged: () => void };

export function ShareView({ patient, record, onChanged }: Props) {
  const { may } = useMe();
  return (
    <>
      <section class="card share" aria-labelledby="export">
        <h2 id="export">Share or export</h2>
        <p class="quiet">
          Download or print the record and hand it on yourself: Medfleet sends it to nobody. Whoever has the file can
          read it.
        </p>
        {isEmpty(record) ? (
          <p>There is nothing on file to export yet.</p>
        ) : (
          <Downloads patient={patient} record={record} />
        )}
      </section>
      {may('record:write') && <ImportFhir patient={patient} onChanged={onChanged} />}
      {may('record:erase') && <EraseForm patient={patient} onErased={onChanged} />}
    </>
  );
}

function Downloads({ patient, record }: Omit<Props, 'onChanged'>) {
  const csv = path`/v1/patients/${patient}/record.csv`;
  const lists = SECTIONS.filter(({ id }) => id !== 'labs' && id !== 'care-team').flatMap(({ lists: [list], title }) =>
    list && (record.counts[list] ?? 0) > 0
      ? [{ list, title: list === 'observations' ? 'Labs and observations' : title }]
      : [],
  );
  return (
    <>
      <div class="row">
        <a
          class="button"
          href={download(path`/v1/patients/${patient}/fhir`)}
          download={`${patient}.fhir.json`}
          data-testid="fhir-export"
        >
          <Icon name="download" size={18} /> Everything, for other systems (FHIR)
        </a>
        <a class="button" href={recordAddress('print')}>
          <Icon name="record" size={18} /> Everything, to print
        </a>
      </div>
      <h3>One section, for a spreadsheet (CSV)</h3>
      <ul class="row plain-list">
        {lists.map(({ list, title }) => (
          <li key={list}>
            <a
              class="button"
              href={download(`${csv}?section=${list}`)}
              download={`${patient}.${list}.csv`}
              data-testid={`csv-${list}`}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
