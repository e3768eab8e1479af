/** The answer to one question of a message, from the tables and what was looked up. What only a person can judge or do is said to be so. */
import { aspectOf } from '../../clinical/answers/aspects.ts';
import { childFacts } from '../../clinical/answers/children.ts';
import { followedBy, termFacts } from '../../clinical/answers/facts.ts';
import { termOf } from '../../clinical/answers/known-terms.ts';
import { drugEffects, topicFacts } from '../../clinical/answers/topic-facts.ts';
import { conflictLine, conflicts } from '../../clinical/medicines/interactions.ts';
import { drugGroupIn, panelIn } from '../../clinical/questions/groups.ts';
import { inSentence, join, unique } from '../../clinical/questions/rows.ts';
import { findTerms, type Term } from '../../clinical/vocabulary/find-terms.ts';
import { aboutReadings, aboutSymptoms, IN_GENERAL, knownEffects } from './consultant-advice.ts';
import { onChange, onDose } from './consultant-medicine-answers.ts';
import type { Asked } from './consultant-question.ts';
import type { Scene } from './consultant-scene.ts';

const MOST_EXPLAINED = 3;
const INSTEAD = /\b(?:instead|alternatives?|other (?:medicines?|tablets?|pills?|options?))\b/i;
/** What is for a doctor to say. */
function judgement({ whom }: Scene): string {
  return `that needs a doctor, who can examine ${whom.who === 'relative' ? 'them' : 'you'}`;
}

/** What a value outside its range is called when it stays there. */
const STANDS_FOR: Readonly<Record<string, { high?: string; low?: string }>> = {
  'Blood pressure': { high: 'Hypertension', low: 'Hypotension' },
  'LDL cholesterol': { high: 'High cholesterol' },
  'Total cholesterol': { high: 'High cholesterol' },
  'Non-HDL cholesterol': { high: 'High cholesterol' },
  HbA1c: { high: 'Type 2 diabetes' },
  'Fasting glucose': { high: 'Type 2 diabetes' },
  'Blood glucose': { high: 'Type 2 diabetes' },
  Hemoglobin: { low: 'Anemia' },
  Ferritin: { low: 'Iron deficiency anemia' },
  TSH: { high: 'Hypothyroidism', low: 'Hyperthyroidism' },
  'Uric acid': { high: 'Gout' },
  eGFR: { low: 'Chronic kidney disease' },
  'Body temperature': { high: 'Fever' },
};

const ERRANDS: readonly [RegExp, string][] = [
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
  return lines(...unique([...found, ...conditions])) || IN_GENERAL;
}

export function whose({ whom }: Pick<Scene, 'whom'>): string {
  return whom.who === 'relative' ? `${whom.noun}’s` : 'your';
}

/** The symptoms that a question is about: named in it or before it. */
function concerns({ terms }: Asked, { symptoms, question }: Scene): string[] {
  // What was named before may have been denied; what was told before was not.
  if (question.goesOn && symptoms.length > 0) return [...symptoms];
  return unique([...terms.filter(({ kind }) => kind === 'symptom').map(({ name }) => name), ...symptoms]);
}

function needed(text: string, { whom }: Scene): string {
  const [, verb = 'need', what = 'it'] = /\b(need|have|get|ask for|be)\s+(.{2,60}?)[?.!\s]*$/i.exec(text) ?? [];
  if (verb !== 'need') return `to ${verb} ${what}`;
  return `${whom.who === 'relative' ? `${whom.noun} needs` : 'you need'} ${what}`;
}

/** What it is for, and no word on whether it is for this person. */
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
  const outside = scene.readings.flatMap(({ name, standing }) => {
    const way = standing?.endsWith('high') ? 'high' : standing?.endsWith('low') ? 'low' : null;
    return (way && STANDS_FOR[name]?.[way]) ?? [];
  });
  const named = [...concerns(asked, scene), ...namesOf(asked.terms, 'condition')];
  return unique([...named, ...(named.length > 0 ? [] : outside)])
    .flatMap((name) => {
      const facts = (child ? childFacts(name) : null) ?? topicFacts(name);
      return facts?.care ? [`What is usually done for ${inSentence(name)}: ${facts.care} (${facts.source}).`] : [];
    })
    .slice(0, MOST_EXPLAINED);
}

function onCause(asked: Asked, scene: Scene): string {
  const symptoms = concerns(asked, scene);
  const tests = namesOf(asked.terms, 'observation');
  // "The antibiotic" is the one that is taken.
  const group = drugGroupIn(asked.text);
  const meantDrugs = scene.taken.filter((name) => group?.names.includes(name));
  const named = meantDrugs.length > 0 ? meantDrugs : namesOf(asked.terms, 'drug');
  const drugs = named.length > 0 ? named : scene.taken;
  const together = named.length > 0 ? conflicts(named, scene.taken, []).map(conflictLine) : [];
  const effects = [...knownEffects(symptoms, drugs), ...seriousEffects(tests, drugs), ...together];
  // A condition that the question names may be what it is; one that it only points to has its causes.
  const here = new Set(findTerms(asked.text).map(({ term }) => term.name));
  const supposed = asked.terms.filter(({ kind, name }) => kind === 'condition' && here.has(name));
  const meant = namesOf(asked.terms, 'condition').filter((name) => !here.has(name));
  const signs = supposed.flatMap(({ name }) => {
    const facts = topicFacts(name);
    const by = followedBy(name);
    const test = by.length > 0 ? ` It is chiefly judged by ${join(by)}.` : '';
    return facts?.signs ? [`Common signs of ${inSentence(name)}: ${facts.signs} (${facts.source}).${test}`] : [];
  });
  const causes = [...meant, ...symptoms, ...tests].flatMap((name) => {
    const facts = topicFacts(name);
    const title = tests.includes(name) ? 'What can change' : 'Common causes of';
    return facts?.causes ? [`${title} ${inSentence(name)}: ${facts.causes} (${facts.source}).`] : [];
  });
  const panel = panelOf(asked.text);
  const verdict =
    supposed.length > 0
      ? `I cannot tell whether it is ${join(
          supposed.map(({ name }) => inSentence(name)),
          'or',
        )}: ${judgement(scene)}.`
      : effects.length > 0
        ? ''
        : `What lies behind it I cannot tell: ${judgement(scene)}.`;
  return lines(
    ...effects,
    verdict,
    ...signs,
    panel,
    ...(supposed.length + effects.length > 0 || panel ? [] : causes.slice(0, 2)),
  );
}

/** "Could it be my thyroid?": the tests that would tell. */
function panelOf(text: string): string {
  const organ = /\b(thyroid|liver|kidney|iron|lipid)s?\b/i.exec(text)?.[1];
  const panel = organ ? panelIn(`${organ} values`) : null;
  return panel ? `The usual blood tests for that are ${join(panel.names.slice(0, 3))}.` : '';
}

/** "Could the lisinopril explain the potassium?": where the label's grave effects name what was measured. */
function seriousEffects(tests: readonly string[], drugs: readonly string[]): string[] {
  return drugs.flatMap((drug) => {
    const effects = drugEffects(drug);
    const named = tests.filter((test) => effects?.serious.toLowerCase().includes(test.toLowerCase()));
    return effects && named.length > 0
      ? [
          `${drug} is known for it: ${effects.serious} (${effects.source}). Whether that is so here is for a doctor to judge.`,
        ]
      : [];
  });
}

/** What is measured by the values that stand out, as the tables have it. */
function onMeaning({ readings }: Scene): string {
  const outside = unique(readings.filter(({ standing }) => standing && standing !== 'normal').map(({ name }) => name));
  const known = outside.flatMap((name) => {
    const facts = topicFacts(name);
    return facts?.what ? [`${name} is ${facts.what} (${facts.source}).`] : [];
  });
  return lines(
    ...known.slice(0, MOST_EXPLAINED),
    `What ${outside.length > 1 ? 'they mean together' : 'it means'} for you is for a doctor to say, who can examine you.`,
  );
}

function inGeneral(asked: Asked, scene: Scene): string {
  const aspect = aspectOf(asked.text);
  const kinds: readonly Term['kind'][] = aspect === 'range' ? ['observation'] : ['condition', 'symptom', 'drug'];
  const terms = asked.terms.filter(({ kind }) => kinds.includes(kind));
  // "My blood pressure tablet" is the one on record; "how long will this last?" means the complaint.
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
  return first ? termFacts(first, aspect, true) : '';
}

function namesOf(terms: readonly Term[], kind: Term['kind']): string[] {
  return terms.filter((term) => term.kind === kind).map(({ name }) => name);
}

function lines(...parts: string[]): string {
  return parts.filter(Boolean).join('\n');
}
