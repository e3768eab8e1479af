/** Chooses whom the pages are about: an id that is typed, or one of those on file. A combobox as the ARIA practices describe it. */
import { useEffect, useId, useState } from 'preact/hooks';
import type { PatientItem, PatientPage } from '../../src/client/client.ts';
import { get } from './api.ts';
import { useMe } from './me.ts';
import { choosePatient, isDemo, usePatient } from './person.ts';
import { useLoaded } from './use-loaded.ts';

/** Of a patient that the credentials name, only the id is known. */
type Known = Pick<PatientItem, 'patient_id'> & Partial<PatientItem>;

/** As the API allows ids. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/;
const MOST_SHOWN = 50;

export function PatientPicker() {
  const me = useMe();
  const patient = usePatient();
  const list = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const wanted = (typed ?? '').trim();
  // All are offered until something is typed.
  const mayList = isOpen && me.patients === null && me.may('record:read');
  const listed = useLoaded(mayList ? wanted : null, (signal) =>
    get<PatientPage>('/v1/patients', { query: { q: wanted || undefined }, signal }),
  );
  const own = me.patients?.filter((id) => id.startsWith(wanted)).map((patient_id): Known => ({ patient_id }));
  const known = (own ?? listed.data?.patients ?? []).slice(0, MOST_SHOWN);
  const isWrong = wanted !== '' && !ID.test(wanted);
  useEffect(() => setTyped(null), [patient]);

  const choose = (id: string) => {
    if (ID.test(id)) choosePatient(id);
    setTyped(null);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = key === 'ArrowDown' ? 1 : -1;
      setActive((at) => Math.max(Math.min(at + step, known.length - 1), -1));
    } else if (key === 'Enter') {
      event.preventDefault();
      choose(known[active]?.patient_id ?? (wanted || patient));
    } else if (key === 'Escape') choose(patient);
  };
  const isShown = isOpen && known.length > 0;
  return (
    <div class="patient-picker">
      <label for="patient-id">Patient</label>
      <div class="combobox">
        <input
          id="patient-id"
          data-testid="patient-id"
          role="combobox"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={list}
          aria-activedescendant={isShown && active >= 0 ? `${list}-${active}` : undefined}
          aria-invalid={isWrong}
          title={isWrong ? 'Letters, digits and . _ @ - only' : undefined}
          placeholder="an id, such as anna"
          value={typed ?? patient}
          onFocus={(event) => {
            event.currentTarget.select();
            setOpen(true);
          }}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setOpen(true);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => choose(wanted || patient)}
        />
        <div id={list} role="listbox" aria-label="Patients on file" class="options" hidden={!isShown}>
          {known.map(({ patient_id, demo, facts }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
            <div
              key={patient_id}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the focus, so that it does not choose what was typed first.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(patient_id)}
            >
              <span>{patient_id}</span>
              {demo && <span class="badge">demo</span>}
              {facts !== undefined && <span class="quiet small">{facts === 1 ? '1 fact' : `${facts} facts`}</span>}
            </div>
          ))}
        </div>
      </div>
      {isDemo(patient) && (
        <span class="badge" data-testid="demo-badge">
          demo
        </span>
      )}
    </div>
  );
}
