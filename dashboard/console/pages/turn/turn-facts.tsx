/** What the turn filed in the record, each with the way to its section. */
import { words } from '../../parts/badge.tsx';
import { choosePatient } from '../../person.ts';
import { to } from '../../router.ts';
import type { Fact, Turn } from './turn-types.ts';

const SECTIONS: Record<string, string> = {
  condition: 'conditions',
  symptom: 'symptoms',
  medication: 'medications',
  allergy: 'allergies',
  observation: 'labs',
  encounter: 'encounters',
  procedure: 'procedures',
  document: 'documents',
  family_history: 'family-history',
};

export function TurnFacts({ turn }: { turn: Turn }) {
  const { facts, patient_id } = turn;
  if (facts.length === 0) return null;
  return (
    <section class="card turn-facts" aria-labelledby="facts-title">
      <h2 id="facts-title">Facts it filed</h2>
      <ul data-testid="turn-facts">
        {facts.map((fact) => (
          <li key={fact.id}>
            <mark data-kind={fact.kind}>{words(fact.kind)}</mark>{' '}
            <a href={sectionAddress(fact)} onClick={() => patient_id && choosePatient(patient_id)}>
              {fact.name}
            </a>{' '}
            {valueText(fact)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sectionAddress({ kind }: Fact): string {
  const section = SECTIONS[kind];
  return section ? to('record', section) : to('record');
}

function valueText({ value, unit }: Fact): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return unit ? `${text} ${unit}` : text;
}
