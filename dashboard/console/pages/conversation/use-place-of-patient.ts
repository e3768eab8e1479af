/**
 * Keeps the session and the patient together: a session that is opened brings its patient; another patient leaves the session; the bare
 * page goes back to the session that this tab has shown last.
 */
import { useEffect } from 'preact/hooks';
import { choosePatient, currentPatient } from '../../person.ts';
import { go, to } from '../../router.ts';

const LAST = 'last_session';

type Last = { patient: string; session: string };

export function usePlaceOfPatient(
  session: string | undefined,
  owner: string | undefined,
  patient: string,
  isNew: boolean,
): void {
  useEffect(() => {
    if (owner !== undefined && owner !== currentPatient()) choosePatient(owner);
  }, [owner, session]);
  useEffect(() => {
    if (session !== undefined && owner !== undefined && patient !== '' && owner !== patient) go(to());
  }, [patient]);
  useEffect(() => {
    if (session !== undefined) {
      // Known once it has a turn: before, the patient may be that of the page before.
      if (owner !== undefined) sessionStorage.setItem(LAST, JSON.stringify({ patient: owner, session }));
      return;
    }
    const last = lastSession();
    if (isNew) sessionStorage.removeItem(LAST);
    else if (last && last.patient === patient) go(to('sessions', last.session), 'replace');
  }, [session, owner, patient, isNew]);
}

function lastSession(): Last | null {
  try {
    return JSON.parse(sessionStorage.getItem(LAST) ?? 'null') as Last | null;
  } catch {
    return null;
  }
}
