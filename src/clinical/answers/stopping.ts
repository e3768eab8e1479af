/** What happens if a medicine is stopped from one day to the next, by its class (US labels). */
import { termOf } from './known-terms.ts';

const STOPPED_SUDDENLY: Readonly<Record<string, string>> = {
  'beta blocker': 'stopped suddenly it can bring on chest pain and a racing heart',
  SSRI: 'stopped suddenly it can cause dizziness, nausea and restlessness',
  SNRI: 'stopped suddenly it can cause dizziness, nausea and restlessness',
  corticosteroid: 'after weeks of use it must be reduced step by step',
  benzodiazepine: 'stopped suddenly it can cause seizures',
  anticonvulsant: 'stopped suddenly it can cause seizures',
  'opioid analgesic': 'stopped suddenly it causes withdrawal',
  anticoagulant: 'without it the risk of clots and stroke rises',
  antiplatelet: 'without it the risk of clots rises',
  'central alpha agonist': 'stopped suddenly it can make the blood pressure shoot up',
  insulin: 'without it blood sugar can rise dangerously',
};

/** "Bisoprolol: stopped suddenly it can …" */
export function ifStopped(drug: string): string {
  const what = STOPPED_SUDDENLY[termOf(drug, 'drug')?.drugClass ?? ''];
  return what ? `${drug}: ${what} (US labels).` : '';
}
