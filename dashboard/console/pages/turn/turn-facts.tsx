/** What the turn filed in the record, each with the way to its entry. */

import type { Turn } from '../../../../src/client/client.ts';
import { words } from '../../parts/badge.tsx';
import type { Fact } from '../../parts/fact/fact.ts';
import { stateOf } from '../../parts/fact/fact-words.ts';
import { choosePatient } from '../../person.ts';
import { recordAddress } from '../record/place.ts';

const SECTIONS: Record<string, string> = {
  condition: 'conditions',
  symptom: 'symptoms',
  medication: 'medications',
  allergy: 'allergies',
  observation: 'observations',
  encounter: 'encounters',
  procedure: 'procedures',
  document: 'documents',
  practitioner: 'care-team',
  organization: 'care-team',
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
            <a href={entryAddress(fact)} onClick={() => patient_id && choosePatient(patient_id)}>
              {fact.name}
            </a>{' '}
            <span class="quiet">{stateOf(fact)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function entryAddress({ kind, id }: Fact): string {
  const section = SECTIONS[kind];
  return section ? recordAddress(section, { entry: id }) : recordAddress('overview');
}
