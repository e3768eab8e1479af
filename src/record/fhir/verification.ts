/**
 * How sure a diagnosis is. What someone told us in conversation is unconfirmed, however surely we read it; what came in as
 * FHIR keeps the verification status it had there, written as our confidence.
 */
import { lookup } from './systems.ts';

const CONFIDENCES: Readonly<Record<string, number>> = { confirmed: 1, provisional: 0.7, unconfirmed: 0.6 };
/** A source that says nothing about it. */
const UNSAID = 0.9;

export function verificationOf(imported: boolean, confidence: unknown): string {
  const known = Object.keys(CONFIDENCES).find((code) => CONFIDENCES[code] === confidence);
  return imported && known !== undefined ? known : 'unconfirmed';
}

export function confidenceOf(verification: string | undefined): number {
  return lookup(CONFIDENCES, verification) ?? UNSAID;
}
