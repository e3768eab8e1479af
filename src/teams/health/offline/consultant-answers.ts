/** The answer to one question of a message, from the tables and what was looked up; says so where only a person can judge or act. */
import {
  aspectOf,
  childFacts,
  conditionsBehind,
  drugGroupIn,
  inSentence,
  join,
  lines,
  type Term,
  termFacts,
  termOf,
  topicFacts,
  unique,
} from '../../../clinical/index.ts';
import { aboutReadings, aboutSymptoms, IN_GENERAL, knownEffects, URGENT } from './consultant-advice.ts';
import { onCause } from './consultant-causes.ts';
import { concerns, judgement, namesOf, whose } from './consultant-concerns.ts';
import { inShort } from './consultant-headline.ts';
import { onChange, onDose } from './consultant-medicine-answers.ts';
import type { Asked } from './consultant-question.ts';
import type { Scene } from './consultant-scene.ts';

const MAX_EXPLAINED = 3;
const STILL_URGENT = 'Yes: what I said at the beginning of my last reply still holds. Please act on that first.';
const INSTEAD = /\b(?:instead|alternatives?|other (?:medicines?|tablets?|pills?|options?))\b/i;
const ERRANDS: readonly [RegExp, string][] = [
  [
    /diagnos|examin/i,
    'I cannot diagnose or examine: a doctor can. I can put your values and complaints beside what is known.',
  ],
  [
    /\b(?:best|good|nearest|recommend\w*)\b/i,
    'I know no doctors or clinics by quality and cannot recommend one; your own practice can refer you.',
  ],
  [
    /prescri|refill|renew|antibiotic|order/i,
    'I cannot prescribe or order anything: only a doctor or a pharmacist can.',
  ],
  [
    /book|schedul|appoint|arrange|cancel|refer/i,
    'I cannot book, change or cancel appointments: please call the practice or clinic.',
  ],
  [/call|ring|phone/i, 'I cannot call anybody. In an emergency call your local emergency number yourself.'],
];

/** Empty where the record has to answer. */
export function answerTo(asked: Asked, scene: Scene): string {
  switch (asked.act) {
    case 'errand':
      return ERRANDS.find(([words]) => words.test(asked.text))?.[1] ?? 'That is something that I cannot do from here.';
    case 'change':
      return onChange(asked, scene);
    case 'dose':
      return onDose(asked, scene);
    case 'care':
      return onCare(asked, scene);
    case 'need':
      return lines(
        `Whether ${needed(asked.text, scene)}, I cannot tell: ${judgement(scene)}.`,
        ...remedies(asked, scene),
      );
    case 'suits':
      return onSuits(asked, scene);
    case 'help':
      return onHelp(asked, scene);
    case 'cause':
      return onCause(asked, scene);
    case 'meaning':
      return onMeaning(scene);
    case 'general':
      return inGeneral(asked, scene);
    default:
      return '';
  }
}

function onCare(asked: Asked, scene: Scene): string {
  const before = scene.lastReply.includes(URGENT) ? STILL_URGENT : '';
  const child = scene.whom.who === 'relative' && scene.whom.child;
  const found = [
    ...aboutReadings(scene.readings, whose(scene), scene.pregnant),
    ...aboutSymptoms(concerns(asked, scene), child),
  ];
  const own = scene.whom.who === 'relative' ? scene.said.findings.map(({ name }) => name) : [];
  const conditions = asked.terms.flatMap(({ kind, name }) => {
    if (own.includes(name)) return [];
    const facts = kind === 'condition' ? topicFacts(name) : null;
    return facts?.see ? [`${name}: ${facts.see} (${facts.source})`] : [];
  });
  return lines(before, lines(...unique([...found, ...conditions])) || (before ? '' : IN_GENERAL));
}

function needed(text: string, { whom }: Scene): string {
  const [, verb = 'need', said = 'it'] = /\b(need|have|get|ask for|be)\s+(.{2,60}?)[?.!\s]*$/i.exec(text) ?? [];
  const what = said.replace(/\bmy\b/gi, 'your').replace(/\b(?:me|i)\b/gi, 'you');
  if (verb !== 'need') return `to ${verb} ${what}`;
  return `${whom.who === 'relative' ? `${whom.noun} needs` : 'you need'} ${what}`;
}

/** What it is used for, and not whether it is right for this person. */
function onSuits(asked: Asked, scene: Scene): string {
  const known = asked.terms.filter(({ kind }) => kind === 'drug').map((term) => termFacts(term, 'use'));
  return lines(`Whether it helps here, I cannot tell: ${judgement(scene)}.`, ...known.slice(0, 1));
}

function onHelp(asked: Asked, scene: Scene): string {
  if (INSTEAD.test(asked.text))
    return `Which other medicine would suit, I cannot tell: ${judgement(scene)}. Ask whoever prescribed it.`;
  const found = remedies(asked, scene);
  const careful = scene.pregnant
    ? 'In pregnancy take no medicine before your midwife, doctor or pharmacist has said that it is fine.'
    : '';
  if (found.length > 0) return lines(careful, ...found);
  const about = join(unique([...concerns(asked, scene), ...namesOf(asked.terms, 'condition')]).map(inSentence));
  return lines(
    careful,
    about
      ? `My tables do not say what helps with ${about}; a pharmacist or doctor can advise.`
      : 'I have no advice on this in my tables; a pharmacist or doctor can advise.',
  );
}

/** "What is usually done for a sore throat: …", for what the question and the values are about. */
function remedies(asked: Asked, scene: Scene): string[] {
  const child = scene.whom.who === 'relative' && scene.whom.child;
  const outside = conditionsBehind(scene.readings);
  const named = [...concerns(asked, scene), ...namesOf(asked.terms, 'condition')];
  return unique([...named, ...(named.length > 0 ? [] : outside)])
    .flatMap((name) => {
      const facts = (child ? childFacts(name) : null) ?? topicFacts(name);
      return facts?.care ? [`What is usually done for ${inSentence(name)}: ${facts.care} (${facts.source}).`] : [];
    })
    .slice(0, MAX_EXPLAINED);
}

/** What the out-of-range values measure, from the tables. */
function onMeaning({ readings, said, moment }: Scene): string {
  const outside = readings.filter(({ standing }) => standing && standing !== 'normal');
  const names = unique(outside.map(({ name }) => name));
  const known = names.flatMap((name) => {
    const facts = topicFacts(name);
    return facts?.what ? [`${name} is ${facts.what} (${facts.source}).`] : [];
  });
  // Values in the message have been judged before.
  const judged = said.readings.length > 0 ? '' : inShort(outside, 'your latest ', moment);
  return lines(
    judged,
    ...known.slice(0, MAX_EXPLAINED),
    `What ${names.length > 1 ? 'they mean together' : 'it means'} for you is for a doctor to say, who can examine you.`,
  );
}

function inGeneral(asked: Asked, scene: Scene): string {
  const aspect = aspectOf(asked.text);
  const kinds: readonly Term['kind'][] = aspect === 'range' ? ['observation'] : ['condition', 'symptom', 'drug'];
  const terms = asked.terms.filter(({ kind }) => kinds.includes(kind));
  // "My blood pressure tablet" is the one on record; in "how long will this last?", "this" is the complaint.
  const group = drugGroupIn(asked.text) ?? (/\bits?\b|\btheir\b/i.test(asked.text) ? drugGroupIn(scene.text) : null);
  const taken = scene.taken.filter((name) => group?.names.includes(name));
  const complaint = terms.length === 0 ? scene.symptoms.slice(0, 1) : [];
  const meant = [...taken, ...complaint].flatMap((name) => termOf(name, 'any') ?? []);
  const [first] = [...meant, ...terms];
  if (/\bis (?:it|this|that) (?:normal|common|usual)\b/i.test(asked.text))
    return lines(
      ...knownEffects(concerns(asked, scene), scene.taken),
      `Whether that is usual for you I cannot say: ${judgement(scene)}.`,
      ...aboutSymptoms(concerns(asked, scene)),
    );
  if (first) return termFacts(first, aspect, true);
  return aspect === 'course' ? 'My tables do not say how long that takes.' : '';
}
