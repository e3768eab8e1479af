/**
 * What the demo's research agent can find without a network: summaries of published trials, written for the demo and marked so in their
 * titles. They belong to the demo patient, so that nobody else finds them and they are erased with it.
 */
import type { NewDocument } from '../../src/functions/library/document.ts';
import { DEMO_PATIENT } from './demo-story.ts';

const MARK = '(demo summary)';

type Summary = { title: string; doi: string; nct?: string; journal: string; date: string; text: string };

const SUMMARIES: readonly Summary[] = [
  {
    title: 'EMPA-REG OUTCOME: empagliflozin in type 2 diabetes with heart disease',
    doi: '10.1056/NEJMoa1504720',
    nct: 'NCT01131676',
    journal: 'New England Journal of Medicine',
    date: '2015-11-26',
    text: [
      'A randomised, double-blind, placebo-controlled trial of the SGLT2 inhibitor empagliflozin in 7,020 people with type 2 diabetes and',
      'known cardiovascular disease, followed for about three years. Results: Cardiovascular death, heart attack or stroke occurred in',
      '10.5 % with empagliflozin and in 12.1 % with placebo. Admission to hospital for heart failure was rarer, 2.7 % against 4.1 %.',
      'Genital infections were more frequent with empagliflozin. Conclusions: In these people empagliflozin lowered cardiovascular deaths.',
    ].join(' '),
  },
  {
    title: 'DECLARE-TIMI 58: dapagliflozin in type 2 diabetes with and without heart disease',
    doi: '10.1056/NEJMoa1812389',
    nct: 'NCT01730534',
    journal: 'New England Journal of Medicine',
    date: '2019-01-24',
    text: [
      'A randomised, double-blind trial of the SGLT2 inhibitor dapagliflozin in 17,160 people with type 2 diabetes, most of them without',
      'known cardiovascular disease, followed for about four years. Results: Cardiovascular death or admission for heart failure occurred',
      'in 4.9 % with dapagliflozin and in 5.8 % with placebo. Heart attack, stroke and cardiovascular death together did not differ clearly.',
      'Conclusions: Dapagliflozin lowered the rate of admissions for heart failure.',
    ].join(' '),
  },
  {
    title: 'CREDENCE: canagliflozin in type 2 diabetes with kidney disease',
    doi: '10.1056/NEJMoa1811744',
    nct: 'NCT02065791',
    journal: 'New England Journal of Medicine',
    date: '2019-06-13',
    text: [
      'A randomised, double-blind trial of the SGLT2 inhibitor canagliflozin in 4,401 people with type 2 diabetes and kidney disease with',
      'albumin in the urine. It was stopped early. Results: Kidney failure, doubled creatinine, or death from kidney or heart disease was',
      '30 % less frequent with canagliflozin than with placebo. Conclusions: Canagliflozin lowered the risk of kidney failure.',
    ].join(' '),
  },
  {
    title: 'SGLT2 inhibitors in type 2 diabetes: a meta-analysis of three large trials',
    doi: '10.1016/S0140-6736(18)32590-X',
    journal: 'The Lancet',
    date: '2019-01-05',
    text: [
      'A systematic review and meta-analysis of three trials of SGLT2 inhibitors with 34,322 people with type 2 diabetes. Results: Heart',
      'attack, stroke or cardiovascular death was 11 % less frequent, only in people who had cardiovascular disease before. Admission for',
      'heart failure or cardiovascular death was 23 % less frequent in both groups. Conclusions: The clearest effects are on heart failure',
      'and on the progression of kidney disease.',
    ].join(' '),
  },
];

export const DEMO_DOCUMENTS: readonly NewDocument[] = SUMMARIES.map(({ title, text, ...source }) => ({
  scope: 'demo',
  title: `${title} ${MARK}`,
  type: 'text',
  text,
  source: { source_type: 'journal_article', ...source },
  user_id: DEMO_PATIENT,
}));
