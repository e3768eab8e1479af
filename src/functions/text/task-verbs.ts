/** Which function does a piece of work: by the verbs that ask for it and by what it makes. */
import type { FunctionName } from '../agent-function.ts';
import { stemOf } from './words.ts';

type Work = { verbs: string; makes: string };

const WORK: Readonly<Record<FunctionName, Work>> = {
  extract_structure: {
    verbs: 'extract identify list collect parse outline detect gather read',
    makes: 'keywords concepts entities outline structure headings terms facts',
  },
  summarize_content: {
    verbs: 'summarize summarise condense compress shorten abridge brief',
    makes: 'summary abstract digest overview',
  },
  generate_code: {
    verbs:
      'generate write implement build code create develop program add refactor fix design make define draft prepare set configure deploy ' +
      'migrate update change connect expose store support',
    makes:
      'code function class module script test tests endpoint api schema component parser service implementation program',
  },
  analyze_artifact: {
    verbs: 'analyze analyse review inspect audit examine assess measure profile scan evaluate',
    makes: 'analysis findings issues report metrics quality security vulnerabilities',
  },
  validate_against_spec: {
    verbs: 'validate verify check confirm ensure test approve prove',
    makes: 'validation verdict violations',
  },
  synthesize_outputs: {
    verbs: 'combine merge synthesize synthesise integrate consolidate reconcile unify assemble join',
    makes: 'synthesis combination result',
  },
  decompose_task: { verbs: 'plan decompose split divide schedule organize organise', makes: 'plan subtasks steps' },
  cross_reference: {
    verbs: 'find search research look cross-reference reference compare retrieve locate cite consult discover',
    makes: 'references sources citations examples patterns literature',
  },
};

export type KnownWork = { name: FunctionName; verbs: ReadonlySet<string>; makes: ReadonlySet<string> };

const stems = (words: string) => new Set(words.split(' ').map(stemOf));

export const KNOWN_WORK: readonly KnownWork[] = Object.entries(WORK).map(([name, { verbs, makes }]) => ({
  name: name as FunctionName,
  verbs: stems(verbs),
  makes: stems(makes),
}));

const VERBS = new Set(KNOWN_WORK.flatMap(({ verbs }) => [...verbs]));

export function isTaskVerb(word: string): boolean {
  return VERBS.has(stemOf(word.toLowerCase()));
}
