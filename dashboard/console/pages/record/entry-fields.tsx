/** Every field of an entry that has a value. */
import type { ComponentChildren } from 'preact';
import { Badge, words } from '../../parts/badge.tsx';
import type { Entry } from '../../parts/fact/fact.ts';
import { When } from '../../parts/when.tsx';
import { amount, capital, told } from './words.ts';

const SYSTEMS: Readonly<Record<string, string>> = {
  'http://loinc.org': 'LOINC',
  'http://snomed.info/sct': 'SNOMED CT',
  'http://hl7.org/fhir/sid/icd-10-cm': 'ICD-10-CM',
  'http://www.nlm.nih.gov/research/umls/rxnorm': 'RxNorm',
};
const WEB_ADDRESS = /^https?:\/\//;

export function EntryFields({ entry }: { entry: Entry }) {
  const { value, unit, canonical, effective_time, status, code, url, confidence } = entry;
  const isConverted = canonical && (canonical.value !== value || canonical.unit !== unit);
  const rows: [label: string, content: ComponentChildren][] = [
    ['Kind', capital(words(entry.kind))],
    [entry.kind === 'medication' ? 'Dose' : 'Value', told(value, unit)],
    ['In the usual unit', isConverted && amount(canonical.value, canonical.unit)],
    ['How often', entry.frequency?.text],
    ['Status', status && <Badge state={status} />],
    [entry.kind === 'observation' ? 'Measured' : 'When', effective_time && <When time={effective_time} precise />],
    ['How long', entry.duration],
    ['Relative', entry.relation],
    ['Age at onset', entry.age_at_onset],
    ['Reaction', entry.reaction],
    ['Severity', entry.severity],
    ['Where', entry.body_site],
    ['Form', entry.form],
    ['Route', entry.route],
    ['Specialty', entry.specialty],
    ['Address', url && <Address url={url} />],
    ['Code', code && `${SYSTEMS[code.system] ?? code.system} ${code.code}`],
    ['Filed', <When key="filed" time={entry.recorded_at} precise />],
    ['Read by', entry.source_agent],
    ['Confidence', `${Math.round(confidence * 100)} %`],
  ];
  return (
    <dl class="fields">
      {rows.map(([label, content]) =>
        content === undefined || content === '' || content === false ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{content}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Told by somebody, so anything but a web address is text. */
function Address({ url }: { url: string }) {
  if (!WEB_ADDRESS.test(url)) return <>{url}</>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  );
}
