/** ClinicalTrials.gov, version 2 of its API: trials with phase and status. */
import { z } from 'zod';
import { createPoliteFetch } from './polite-fetch.ts';
import { MAX_RESULTS, type OutwardPlace, type Work } from './search.ts';

const BASE = 'https://clinicaltrials.gov/api/v2';
const SNIPPET_CHARS = 500;

const Study = z.object({
  protocolSection: z.object({
    identificationModule: z.object({ nctId: z.string(), briefTitle: z.string() }),
    statusModule: z
      .object({
        overallStatus: z.string().optional(),
        lastUpdatePostDateStruct: z.object({ date: z.string() }).optional(),
      })
      .default({}),
    descriptionModule: z.object({ briefSummary: z.string().optional() }).default({}),
    designModule: z
      .object({
        phases: z.array(z.string()).optional(),
        designInfo: z.object({ allocation: z.string().optional() }).optional(),
      })
      .default({}),
  }),
});
const Found = z.object({ studies: z.array(z.unknown()).default([]) });

export function createClinicalTrials(base = BASE): OutwardPlace {
  const ask = createPoliteFetch({ name: 'ClinicalTrials.gov', perSecond: 1 });
  return {
    name: 'ClinicalTrials.gov',
    async search({ words, since }, signal) {
      const query = new URLSearchParams({ 'query.term': words, pageSize: String(MAX_RESULTS), format: 'json' });
      if (since) query.set('filter.advanced', `AREA[LastUpdatePostDate]RANGE[${since},MAX]`);
      const { studies } = Found.parse(await ask(`${base}/studies?${query}`, signal));
      return studies.flatMap((each) => {
        const study = Study.safeParse(each);
        return study.success ? [resultOf(study.data.protocolSection)] : [];
      });
    },
  };
}

function resultOf(section: z.infer<typeof Study>['protocolSection']): Work {
  const { identificationModule, statusModule, descriptionModule, designModule } = section;
  const { nctId, briefTitle } = identificationModule;
  const summary = (descriptionModule.briefSummary ?? '').replace(/\s+/g, ' ').trim();
  const phases = (designModule.phases ?? []).filter((phase) => phase !== 'NA').map(phaseName);
  return {
    title: briefTitle,
    text: summary,
    snippet: summary.slice(0, SNIPPET_CHARS),
    url: `https://clinicaltrials.gov/study/${nctId}`,
    source: 'ClinicalTrials.gov',
    date: statusModule.lastUpdatePostDateStruct?.date ?? null,
    nct: nctId,
    evidence: designModule.designInfo?.allocation === 'RANDOMIZED' ? 'randomised trial' : 'trial',
    ...(phases.length > 0 && { phase: phases.join(' and ') }),
    ...(statusModule.overallStatus && { status: statusModule.overallStatus }),
  };
}

function phaseName(phase: string): string {
  return phase === 'EARLY_PHASE1' ? 'early phase 1' : phase.toLowerCase().replace('phase', 'phase ');
}
