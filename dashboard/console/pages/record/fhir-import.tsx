/** Imports a FHIR bundle from a file and shows what was filed, and what was not and why. */

import { useState } from 'preact/hooks';
import type { FhirImport } from '../../../../src/client/client.ts';
import { type ProblemFields, pageProblem, path, send } from '../../api.ts';
import { plural } from '../../parts/amounts.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { problemFieldsOf } from '../../use-loaded.ts';

/** The names of some are enough to find out why. */
const NAMED = 5;

export function ImportFhir({ patient, onChanged }: { patient: string; onChanged: () => void }) {
  const [imported, setImported] = useState<FhirImport>();
  const [problem, setProblem] = useState<ProblemFields>();
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    setImported(undefined);
    setProblem(undefined);
    try {
      const body = await bundleIn(file);
      setImported(await send<FhirImport>('POST', path`/v1/patients/${patient}/fhir`, { body }));
      onChanged();
    } catch (error) {
      setProblem(problemFieldsOf(error));
    }
    setBusy(false);
  };
  return (
    <section class="card share" aria-labelledby="import">
      <h2 id="import">Import</h2>
      <p class="quiet" id="import-hint">
        A FHIR R4 bundle (a .json file) from a hospital, an app or another Medfleet. It is added to what is on file; the
        same file again changes nothing.
      </p>
      <input
        type="file"
        data-testid="fhir-import"
        accept=".json,application/json,application/fhir+json"
        aria-labelledby="import"
        aria-describedby="import-hint"
        disabled={isBusy}
        onChange={(event) => {
          const input = event.currentTarget;
          const file = input.files?.[0];
          if (file)
            void take(file).then(() => {
              // The same file can be chosen again.
              input.value = '';
            });
        }}
      />
      <div aria-live="polite" data-testid="imported">
        {isBusy && <p>Importing …</p>}
        {problem && <ProblemBox problem={problem} />}
        {imported && <Result imported={imported} />}
      </div>
    </section>
  );
}

function Result({ imported: { created, updated, skipped } }: { imported: FhirImport }) {
  const reasons = new Map<string, string[]>();
  for (const { resource, reason } of skipped) {
    const those = reasons.get(reason);
    if (those) those.push(resource);
    else reasons.set(reason, [resource]);
  }
  return (
    <>
      <p>
        <strong>
          {plural(created, 'new entry', 'new entries')}, {plural(updated, 'entry', 'entries')} told again.
        </strong>
      </p>
      {skipped.length > 0 && (
        <>
          <p>{plural(skipped.length, 'resource')} left out:</p>
          <ul>
            {[...reasons].map(([reason, those]) => (
              <li key={reason}>
                {reason}: {those.slice(0, NAMED).join(', ')}
                {those.length > NAMED && ` and ${those.length - NAMED} more`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

async function bundleIn(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw pageProblem('This file is no JSON', 'Choose a FHIR bundle, a file that ends in .json.');
  }
}
