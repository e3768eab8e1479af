/** The health team: one branch answers the message, four extractors read it for facts, and the facts are filed in the record. */
import type { Output, TeamModule } from '../../engine/run/team-module.ts';
import { EXTRACTIONS, patientKey } from '../../record/index.ts';
import { readRules } from '../reading.ts';
import { besideRedFlags } from '../red-flag-preface.ts';
import type { TeamParts } from '../team-parts.ts';
import { fileFacts, fileLate, fileLater } from './file-facts.ts';
import { MACHINA_MED_STATE, openingState } from './machina-med-state.ts';
import { RULES } from './offline/rules.ts';
import { healthPreface } from './preface.ts';
import { QUESTION, questionRows } from './record-question.ts';
import { ROUTES } from './routes.ts';
import { healthTools } from './tools/tools.ts';

export function healthTeam({ record, metrics, reading }: TeamParts): TeamModule {
  return {
    name: 'health',
    subject: 'patient',
    tools: healthTools(record),
    outputs: extractions(),
    offline: readRules(reading, 'health', RULES),
    routes: ROUTES,
    opening: (request) => ({ [MACHINA_MED_STATE]: openingState(request) }),
    before: healthPreface({ record, reading }),
    beside: besideRedFlags,
    outwardQuery: (wish) => reading.read('outwardQuery', wish),
    fanIn: (end) =>
      end.task.kind === QUESTION ? questionRows(record, end) : fileFacts({ record, reading, metrics }, end),
    late: (late) => fileLate({ record, reading, metrics }, late),
    finish: (task, left) => fileLater({ record, metrics }, task, left),
    erase: {
      stop: async () => undefined,
      forget: async (tenant, { kind, id }) => (kind === 'patient' ? record.erase(patientKey(tenant, id)) : {}),
    },
  };
}

/** An extraction that found nothing has the status `empty`; it has not failed. */
function extractions(): Record<string, Output> {
  const isEmpty = (value: unknown) => {
    const { facts, corrections = [] } = value as { facts: unknown[]; corrections?: unknown[] };
    return facts.length + corrections.length === 0;
  };
  return Object.fromEntries(Object.entries(EXTRACTIONS).map(([name, schema]) => [name, { schema, isEmpty }]));
}
