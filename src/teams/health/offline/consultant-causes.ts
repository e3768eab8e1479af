/** "Why?", "could it be …?", "could it come from …?": causes and effects from the tables, never which of them it is. */
import {
  capital,
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
  topicFacts,
  unique,
} from '../../../clinical/index.ts';
import { knownEffects } from './consultant-advice.ts';
import { concerns, judgement, namesOf } from './consultant-concerns.ts';
import { actualDrugs } from './consultant-medicine-answers.ts';
import type { Asked } from './consultant-question.ts';
import type { Scene } from './consultant-scene.ts';

const MAX_CAUSES = 2;

export function onCause(asked: Asked, scene: Scene): string {
  const tests = namesOf(asked.terms, 'observation');
  const suspects = suspectedDrugs(asked, scene);
  const drugs = suspects.length > 0 ? suspects : scene.taken;
  const symptoms = concerns(asked, scene);
  const known = unique([
    ...knownEffects(symptoms, drugs),
    ...seriousEffects(tests, drugs),
    ...(suspects.length > 0 ? conflicts(suspects, scene.taken, []).map(conflictLine) : []),
    ...namedCauses(asked, scene),
  ]);
  if (known.length > 0) return lines(...known, panelFor(asked.text));

  // A condition that the question names is a possible cause; for one that it only refers to, its causes are given.
  const here = namesIn(asked.text);
  const supposed = namesOf(asked.terms, 'condition').filter((name) => here.has(name));
  if (supposed.length > 0)
    return lines(
      `I cannot tell whether it is ${join(supposed.map(inSentence), 'or')}: ${judgement(scene)}.`,
      ...supposed.flatMap(signsOf),
      panelFor(asked.text),
    );
  const meant = namesOf(asked.terms, 'condition');
  const causes = [...meant, ...symptoms, ...tests].flatMap((name) => causesOf(name, tests.includes(name)));
  const panel = panelFor(asked.text);
  return lines(
    `What lies behind it I cannot tell: ${judgement(scene)}.`,
    ...suspects.flatMap((drug) => effectsOf(drug, symptoms.length > 0)),
    panel,
    ...(panel || suspects.length > 0 ? [] : causes.slice(0, MAX_CAUSES)),
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
  const here = namesIn(text);
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
    .slice(0, MAX_CAUSES);
}

/** "Could the lisinopril explain the potassium?": serious effects on the label that name the measurement. */
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

/** The known side effects of a suspected medicine, where the complaint is not one of them. */
function effectsOf(drug: string, complains: boolean): string[] {
  const effects = drugEffects(drug);
  return effects && effects.common.length > 0
    ? [
        `Known side effects of ${inSentence(drug)}: ${effects.common.join(', ').toLowerCase()} (${effects.source})${complains ? '; this is not among them in my tables' : ''}.`,
      ]
    : [];
}

function signsOf(condition: string): string[] {
  const facts = topicFacts(condition);
  const by = followedBy(condition);
  const test = by.length > 0 ? ` It is chiefly judged by ${join(by)}.` : '';
  return facts?.signs ? [`Common signs of ${inSentence(condition)}: ${facts.signs} (${facts.source}).${test}`] : [];
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

function namesIn(text: string): ReadonlySet<string> {
  return new Set(findTerms(text).map(({ term }) => term.name));
}
