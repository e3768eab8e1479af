/** The record of the chosen patient: an overview, one page a section, and what can be done with all of it. */
import { useState } from 'preact/hooks';
import type { PageProps } from '../../page-props.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { TryDemo } from '../../parts/try-demo.tsx';
import { usePatient } from '../../person.ts';
import { EntryDetails } from './entry-details.tsx';
import { MeasurementList } from './measurement-list.tsx';
import { MeasurementView } from './measurement-view.tsx';
import { Overview } from './overview.tsx';
import { closeEntry } from './place.ts';
import { PrintView } from './print-view.tsx';
import './entry-details.css';
import './entries.css';
import './filters.css';
import './overview.css';
import './record.css';
import './share.css';
import './plot/plot.css';
import './print.css';
import { type Measurement, type RecordView, useMeasurements, useRecord } from './record-data.ts';
import { RecordHead } from './record-head.tsx';
import { SectionNav } from './section-nav.tsx';
import { SectionView } from './section-view.tsx';
import { sectionOf } from './sections.tsx';
import { ShareView } from './share-view.tsx';

export function RecordPage({ params: { section = 'overview' }, query }: PageProps) {
  const patient = usePatient();
  if (!patient)
    return (
      <main id="main" class="page">
        <h1>Record</h1>
        <p class="quiet">Whose record? Type the id of a patient at the top of the page.</p>
        <TryDemo />
      </main>
    );
  return <RecordOf key={patient} patient={patient} section={section} query={query} />;
}

type Props = { patient: string; section: string; query: URLSearchParams };

function RecordOf({ patient, section, query }: Props) {
  const record = useRecord(patient);
  const measurements = useMeasurements(patient);
  const [version, setVersion] = useState(0);
  const reload = () => {
    record.reload();
    measurements.reload();
    setVersion((count) => count + 1);
  };
  const problem = record.problem ?? measurements.problem;
  const entry = query.get('entry');
  return (
    <main id="main" class="page record" aria-busy={record.loading}>
      <RecordHead patient={patient} record={record.data} canCorrect={section === 'overview'} />
      <SectionNav current={section} record={record.data} measurements={measurements.data} />
      <div class="record-content">
        {problem && <ProblemBox problem={problem} onRetry={reload} />}
        {record.data && (
          <Content
            patient={patient}
            section={section}
            name={query.get('name')}
            record={record.data}
            measurements={measurements.data}
            version={version}
            onChanged={reload}
          />
        )}
      </div>
      {entry && <EntryDetails key={entry} patient={patient} id={entry} onClose={closeEntry} onChanged={reload} />}
    </main>
  );
}

type ContentProps = {
  patient: string;
  section: string;
  name: string | null;
  record: RecordView;
  measurements: Measurement[] | undefined;
  version: number;
  onChanged: () => void;
};

function Content({ patient, section: id, name, record, measurements, version, onChanged }: ContentProps) {
  const section = sectionOf(id);
  if (id === 'overview') return <Overview patient={patient} record={record} measurements={measurements} />;
  if (id === 'share') return <ShareView patient={patient} record={record} onChanged={onChanged} />;
  if (id === 'print') return measurements ? <PrintView record={record} measurements={measurements} /> : null;
  if (!section) return <p>There is no such section. Choose one from the list.</p>;
  if (!section.measured)
    return (
      <>
        <h2>{section.title}</h2>
        <SectionView key={id} section={section} record={record} />
      </>
    );
  if (name) return <MeasurementView patient={patient} name={name} section={section} version={version} />;
  return (
    <>
      <h2>{section.title}</h2>
      {measurements && <MeasurementList key={id} section={section} measurements={measurements} />}
    </>
  );
}
