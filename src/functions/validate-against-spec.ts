/** validate_against_spec: checks an artifact against a specification, invariants and acceptance criteria. */
import { z } from 'zod';

export const ValidateAgainstSpecInput = z.strictObject({
  artifact: z.string().min(1),
  specification: z.string().describe('Original requirement'),
  invariants: z.array(z.string()).max(200).default([]).describe('From an upstream summarize_content'),
  acceptance_criteria: z.array(z.string()).max(200).default([]),
});

export const Violation = z.object({
  criterion: z.string().describe('The requirement, invariant or criterion that is not met, in its own words'),
  kind: z.enum(['specification', 'invariant', 'acceptance_criterion']),
  severity: z.enum(['minor', 'major', 'critical']),
  message: z.string(),
});

export const ValidateAgainstSpecOutput = z.object({
  valid: z.boolean(),
  violations: z.array(Violation),
  confidence: z.number().min(0).max(1),
  remediation_hints: z.array(z.string()),
});
