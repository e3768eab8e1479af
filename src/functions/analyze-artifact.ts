/** analyze_artifact: analyses code, a document or a configuration for quality, security, patterns or dependencies. */
import { z } from 'zod';
import { Finding } from './analysis/finding.ts';

export const AnalyzeArtifactInput = z.strictObject({
  artifact: z.string().min(1).describe('Code or document'),
  artifact_type: z.enum(['code', 'document', 'config']),
  analysis_type: z.enum(['quality', 'security', 'patterns', 'dependencies']),
  checklist: z.array(z.string()).max(100).default([]).describe('Specific checks'),
});

export const AnalyzeArtifactOutput = z.object({
  findings: z.array(Finding),
  metrics: z.record(z.string(), z.number()).describe('CC, LOC, ... of code'),
  pass: z.boolean().describe('Overall gate'),
  compressed_report: z.string().describe('For downstream'),
});
