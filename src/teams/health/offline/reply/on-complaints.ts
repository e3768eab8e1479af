/** Answers about a complaint or a condition: when to see someone, what helps, what may lie behind it. From the tables, never a diagnosis. */
import {
  aspectOf,
  capital,
  complaintFacts,
  conditionsBehind,
  conflictLine,
  conflicts,
  drugEffects,
  drugGroupIn,
  findTerms,
  followedBy,
  inSentence,
  join,
  lines,
  panelIn,
  quoteOn,
  type Term,
  termFacts,
  termOf,
  topicFacts,
  unique,
} from '../../../../clinical/index.ts';
import { adviceOn, knownEffects } from './next-step.ts';
import { actualDrugs } from './on-medicines.ts';
import { inShort } from './on-values.ts';
import type { Asked } from './question.ts';
import { isOver, type Said } from './said.ts';
import type { Scene } from './scene.ts';
import { careLine, seeLine } from './topic-lines.ts';
import { STILL_URGENT } from './urgent.ts';

const INSTEAD =
  /\b(?:instead|alternatives?|substitutes?|other (?:medicines?|tablets?|pills?|options?)|what else is there)\b/i;
/** Not whether something is needed, but what. */
const ASKS_WHAT = /^\W*(?:and )?(?:what|which|how (?:much|many|often))\b/i;
const MAX_EXPLAINED = 2;
/** What a test is of, as the tables call it. */
const ORGANS = /\b(?:liver|kidney|thyroid|muscle|bone marrow|potassium|sodium)/g;

/** The symptoms that a question is about: named in it or before it. */
function concerns({ terms }: Pick<Asked, 'terms'>, { symptoms, question }: Scene): string[] {
  // A term that was named before may have been denied; a symptom that was stated before was not.
  if (question.goesOn && symptoms.length > 0) return [...symptoms];
  const named = namesOf(terms, 'symptom').filter((name) => !symptoms.some((one) => isKindOf(one, name)));
  return unique([...named, ...symptoms]);
}

/** "Ankle swelling" is a swelling. */
function isKindOf(name: string, general: string): boolean {
  return name.toLowerCase().endsWith(` ${general.toLowerCase()}`);
}

/** The conditions that a question is about, without those that the message says are over. */
function presentIn({ terms }: Pick<Asked, 'terms'>, { said }: Scene): string[] {
  const over = said.findings.filter(isOver).map(({ name }) => name);
  return namesOf(terms, 'condition').filter((name) => !over.includes(name));
}

export function onCare(asked: Asked, scene: Scene): string {
  if (scene.alarmBefore()) return STILL_URGENT;
  const own = scene.whom.who === 'relative' ? scene.said.findings.map(({ name }) => name) : [];
  const conditions = presentIn(asked, scene).filter((name) => !own.includes(name) && topicFacts(name)?.see);
  const recorded = scene.said.readings.length > 0 ? [] : scene.asked.map(({ latest }) => latest);
  const advice = adviceOn(scene, [...concerns(asked, scene), ...conditions], scene.readings);
  // "When should I worry about blood pressure?"
  const tests = advice.length > 0 ? [] : adviceOn(scene, namesOf(asked.terms, 'observation'), []);
  return lines(inShort(recorded, 'your latest ', scene.moment), ...advice, ...tests);
}

/** Whether a treatment or a test is needed: a doctor decides, the tables say what is usually done. */
export function onNeed(asked: Asked, scene: Scene): string {
  if (ASKS_WHAT.test(asked.text)) return 'A doctor, nurse or pharmacist can say that.';
  const them = scene.whom.who === 'relative' ? 'them' : 'you';
  const isIll = scene.symptoms.length + presentIn(asked, scene).length > 0;
  const what = needed(asked.text, scene);
  return lines(
    isIll
      ? `Whether ${what} is for a doctor to say, who can examine ${them}.`
      : `A doctor, nurse or pharmacist can say whether ${what}.`,
    ...remedies(asked, scene),
  );
}

function needed(text: string, { whom }: Scene): string {
  const [, verb = 'need', said = 'it'] = /\b(need|have|get|ask for|be)\s+(.{2,60}?)[?.!\s]*$/i.exec(text) ?? [];
  const what = said.replace(/\bmy\b/gi, 'your').replace(/\b(?:me|i)\b/gi, 'you');
  if (verb !== 'need') return `to ${verb} ${what}`;
  return `${whom.who === 'relative' ? `${whom.noun} needs` : 'you need'} ${what}`;
}

export function onHelp(asked: Asked, scene: Scene): string {
  if (INSTEAD.test(asked.text))
    return 'Which other medicine would suit is for whoever prescribed it to say: ask there.';
  const found = remedies(asked, scene);
  const careful = scene.pregnant
    ? 'In pregnancy take no medicine before your midwife, doctor or pharmacist has said that it is fine.'
    : '';
  return found.length > 0 ? lines(careful, ...found) : careful;
}

/** "What is usually done for a sore throat: …", for what the question, the message and its values are about. */
export function remedies(asked: Pick<Asked, 'terms'>, scene: Scene): string[] {
  const child = scene.whom.who === 'relative' && scene.whom.child;
  const named = [...concerns(asked, scene), ...presentIn(asked, scene)];
  return unique(named.length > 0 ? named : conditionsBehind(scene.readings))
    .flatMap((name) => {
      const care = careLine(name, complaintFacts(name, child));
      if (care) return [care];
      const quote = quoteOn([name], 'care');
      return quote ? [`${capital(name)}: ${quote.text} (${quote.source})`] : [];
    })
    .slice(0, MAX_EXPLAINED);
}

/** "Why?", "could it be …?", "could it come from …?" */
export function onCause(asked: Asked, scene: Scene): string {
  const tests = namesOf(asked.terms, 'observation');
  const suspects = suspectedDrugs(asked, scene);
  const drugs = suspects.length > 0 ? suspects : scene.taken;
  const symptoms = concerns(asked, scene);
  const panel = panelFor(asked.text);
  const known = unique([
    ...knownEffects(symptoms, drugs),
    ...seriousEffects(tests, drugs, scene),
    ...(suspects.length > 0 ? conflicts(suspects, scene.taken, []).map(conflictLine) : []),
    ...namedCauses(asked, scene),
  ]);
  if (known.length > 0) return lines(...known.slice(0, MAX_EXPLAINED), panel);

  // A condition that the question names is a possible cause; for one that it only refers to, its causes are given.
  const here = new Set(findTerms(asked.text).map(({ term }) => term.name));
  const supposed = namesOf(asked.terms, 'condition').filter((name) => here.has(name));
  if (supposed.length > 0) return onFear(supposed, scene, panel);
  const meant = namesOf(asked.terms, 'condition');
  const causes = [...meant, ...symptoms, ...tests].flatMap((name) => causesOf(name, tests.includes(name)));
  const effects = suspects.flatMap((drug) =>
    effectsOf(
      drug,
      symptoms.some((name) => termOf(name, 'symptom') !== null),
    ),
  );
  const found = effects.length > 0 ? effects : causes;
  const them = scene.whom.who === 'relative' ? 'them' : 'you';
  const open = effects.length === 0 && (causes.length > 0 || panel);
  return lines(
    ...found.slice(0, MAX_EXPLAINED),
    panel,
    open ? `Which of them it is here, a doctor can find out by examining ${them}.` : '',
  );
}

/** A condition that is feared: what would speak for it, what else is common, and never that it is so. */
export function onFear(conditions: readonly string[], scene: Scene, panel = ''): string {
  const signs = conditions.flatMap((condition) => {
    const facts = topicFacts(condition);
    const by = followedBy(condition);
    const test = by.length > 0 ? ` It is chiefly judged by ${join(by)}.` : '';
    return facts?.signs ? [`For ${inSentence(condition)} would speak: ${facts.signs} (${facts.source}).${test}`] : [];
  });
  const elsewise = scene.symptoms.flatMap((name) => causesOf(name, false));
  const name = join(conditions.map(inSentence), 'or');
  return lines(
    `Whether it is ${name} cannot be told from a message; a doctor can find out.`,
    ...signs.slice(0, MAX_EXPLAINED),
    ...elsewise.slice(0, 1),
    panel,
  );
}

/** Named in the question, or of the group that it names: "the antibiotic" is the one that is taken. */
function suspectedDrugs({ text, terms }: Asked, { taken }: Scene): string[] {
  const group = drugGroupIn(text);
  const ofGroup = taken.filter((name) => group?.names.includes(name));
  return ofGroup.length > 0 ? ofGroup : actualDrugs(namesOf(terms, 'drug'), taken);
}

/** "Could heavy periods do that?": entries of the tables that list the named cause. */
function namedCauses({ text, terms }: Asked, { readings, symptoms }: Scene): string[] {
  const matches = findTerms(text);
  const here = new Set(matches.map(({ term }) => term.name));
  const subjects = unique([...conditionsBehind(readings), ...namesOf(terms, 'condition'), ...symptoms]);
  return subjects
    .filter((subject) => !here.has(subject))
    .flatMap((subject) => {
      const facts = topicFacts(subject);
      const words = facts?.causes.toLowerCase() ?? '';
      const cause = matches.find(({ term, text: said }) =>
        [term.name, said].some((name) => words.includes(name.toLowerCase())),
      );
      return facts && cause
        ? [
            `${capital(cause.text.toLowerCase())}: among the common causes of ${inSentence(subject)} (${facts.causes}; ${facts.source}). Whether that is so here is for a doctor to judge.`,
          ]
        : [];
    })
    .slice(0, MAX_EXPLAINED);
}

/** "Could the lisinopril explain the potassium?": serious effects on the label that name the measurement. */
function seriousEffects(tests: readonly string[], drugs: readonly string[], { courses }: Scene): string[] {
  // A medicine that raises potassium does not explain a low one.
  const opposite = (test: string) => {
    const standing = courses.find(({ name }) => name === test)?.latest.standing ?? '';
    return standing.endsWith('low') ? `high ${test.toLowerCase()}` : `low ${test.toLowerCase()}`;
  };
  return drugs.flatMap((drug) => {
    const effects = drugEffects(drug);
    const known = [...(effects?.common ?? []), effects?.serious].join(', ').toLowerCase();
    const named = tests.filter(
      (test) =>
        !known.includes(opposite(test)) &&
        (known.includes(test.toLowerCase()) || organsOf(test).some((one) => known.includes(one))),
    );
    return effects && named.length > 0
      ? [
          `${drug} is known for it: ${effects.serious} (${effects.source}). Whether that is so here is for a doctor to judge.`,
        ]
      : [];
  });
}

/** "ALT" is told by what it is: an enzyme of the liver. */
function organsOf(test: string): string[] {
  return topicFacts(test)?.what.toLowerCase().match(ORGANS) ?? [];
}

/** The known side effects of a suspected medicine, where the complaint is not one of them. */
function effectsOf(drug: string, complains: boolean): string[] {
  const effects = drugEffects(drug);
  return effects && effects.common.length > 0
    ? [
        `Known side effects of ${inSentence(drug)}: ${effects.common.join(', ').toLowerCase()} (${effects.source})${complains ? '; this is not among them' : ''}.`,
      ]
    : [];
}

function causesOf(name: string, isTest: boolean): string[] {
  const facts = topicFacts(name);
  const title = isTest ? 'What can change' : 'Common causes of';
  return facts?.causes ? [`${title} ${inSentence(name)}: ${facts.causes} (${facts.source}).`] : [];
}

/** "Could it be my thyroid?": the tests that would show it. */
function panelFor(text: string): string {
  const organ = /\b(thyroid|liver|kidney|iron|lipid)s?\b/i.exec(text)?.[1];
  const panel = organ ? panelIn(`${organ} values`) : null;
  return panel ? `The usual blood tests for that are ${join(panel.names.slice(0, 3))}.` : '';
}

/** An aspect of the subject that the general tables have: whether it spreads, how long it lasts. */
export function inGeneral(asked: Asked, scene: Scene): string {
  const aspect = aspectOf(asked.text);
  const kinds: readonly Term['kind'][] = aspect === 'range' ? ['observation'] : ['condition', 'symptom', 'drug'];
  const terms = asked.terms.filter(({ kind }) => kinds.includes(kind));
  // "My blood pressure tablet" is the one on record; in "how long will this last?", "this" is the complaint.
  const group = drugGroupIn(asked.text) ?? (/\bits?\b|\btheir\b/i.test(asked.text) ? drugGroupIn(scene.text) : null);
  const taken = scene.taken.filter((name) => group?.names.includes(name));
  const complaint = terms.length === 0 ? scene.symptoms.slice(0, 1) : [];
  const meant = [...taken, ...complaint].flatMap((name) => termOf(name, 'any') ?? []);
  const [first] = [...meant, ...terms];
  if (/\bis (?:it|this|that) (?:normal|common|usual)\b/i.test(asked.text)) {
    const symptoms = concerns(asked, scene);
    return lines(
      ...knownEffects(symptoms, scene.taken),
      ...symptoms.flatMap((name) => causesOf(name, false)).slice(0, 1),
    );
  }
  return first ? termFacts(first, aspect, true) : '';
}

/** A relative's illness: never the person's own, but it decides which check-ups are advised. */
export function onFamily({ said: { family } }: Scene): string {
  if (family.length === 0) return '';
  const whose = unique(
    family.map(({ name, relation }) => (relation === 'family' ? name : `${name} (your ${relation})`)),
  );
  return `${join(whose)}: this is your family history. It can decide which check-ups are advised for you and from which age, so tell your doctor who had it and how old they were.`;
}

/** What somebody near has, told without a question: what is done for it and when to see someone, or that it was noted. */
export function onNearby({ said: { concerns } }: Scene, nearby: Said['nearby']): string {
  const advice = unique(nearby.map(({ name }) => name))
    .filter((name) => concerns.has(name))
    .flatMap((name) => [careLine(name, topicFacts(name)), seeLine(name, topicFacts(name))].filter(Boolean))
    .slice(0, MAX_EXPLAINED);
  if (advice.length > 0 || nearby.length === 0) return lines(...advice);
  return `Noted of your family: ${join(unique(nearby.map(({ name, relation }) => `${inSentence(name)} (your ${relation})`)))}.`;
}

/** What raises the risk of a relative's condition, for someone who asks what to do about it. */
export function risksOf({ said: { family } }: Scene): string {
  const known = unique(family.map(({ name }) => name)).flatMap((name) => causesOf(name, false));
  return lines(...known.slice(0, MAX_EXPLAINED));
}

export function namesOf(terms: readonly Term[], kind: Term['kind']): string[] {
  return terms.filter((term) => term.kind === kind).map(({ name }) => name);
}
