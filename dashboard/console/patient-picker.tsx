/** Chooses whom the pages are about: an id, with those on file as suggestions. */
import { useState } from 'preact/hooks';
import { get } from './api.ts';
import { useMe } from './me.ts';
import { choosePatient, usePatient } from './person.ts';
import { useLoaded } from './use-loaded.ts';

type Listed = { patients: { patient_id: string; demo: boolean }[] };

export function PatientPicker() {
  const me = useMe();
  const patient = usePatient();
  const [typed, setTyped] = useState(patient);
  const mayList = me.patients === null && me.may('record:read');
  const listed = useLoaded(mayList ? typed : null, (signal) =>
    get<Listed>('/v1/patients', { query: { q: typed }, signal }),
  );
  const known = me.patients ?? listed.data?.patients.map(({ patient_id }) => patient_id) ?? [];
  return (
    <form
      class="patient-picker"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        choosePatient(typed.trim());
      }}
    >
      <label for="patient-id">Patient</label>
      <input
        id="patient-id"
        data-testid="patient-id"
        list="known-patients"
        spellcheck={false}
        autocapitalize="off"
        placeholder="an id, such as anna"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => choosePatient(event.currentTarget.value.trim())}
      />
      <datalist id="known-patients">
        {known.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </form>
  );
}
