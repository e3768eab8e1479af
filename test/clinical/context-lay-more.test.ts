/** More of what people type, in the same form as context-lay.test.ts: turns of speech that once were read wrongly, among others. */
import { describe, expect, test } from 'vitest';
import { contextAt } from '../../src/clinical/text/context.ts';

const HAS = 'present patient current';
const NOT = 'absent patient current';
const MAYBE = 'possible patient current';
const ASKED = 'hypothetical patient current';
const BEFORE = 'present patient past';
const KIN = 'present family current';
const OTHER = 'present other current';

function read(text: string, finding: string): string {
  const start = text.indexOf(finding);
  expect(start).toBeGreaterThanOrEqual(0);
  const { assertion, experiencer, time } = contextAt(text, start, start + finding.length);
  return `${assertion} ${experiencer} ${time}`;
}

describe('in passing', () => {
  test.each([
    ['been feeling dizzy n nauseous since i started metformin', 'nauseous', HAS],
    ['i do have high cholesterol tho', 'high cholesterol', HAS],
    ['i swear i dont drink but my liver enzymes are high and i have jaundice', 'jaundice', HAS],
    ['never had any heart problems before but now i get palpitations', 'palpitations', HAS],
    ['cant tell if its eczema or psoriasis', 'psoriasis', MAYBE],
    ['my blood test showed anemia', 'anemia', HAS],
    ['my blood test didnt show anemia', 'anemia', NOT],
    ['ruled out for dvt', 'dvt', NOT],
    ['doc wants to check for sleep apnea', 'sleep apnea', ASKED],
    ['is there a cure for tinnitus', 'tinnitus', ASKED],
    ['whats the best med for my tinnitus', 'tinnitus', HAS],
    ['i was born with a heart murmur', 'heart murmur', HAS],
    ['my grandma and my aunt both had breast cancer', 'breast cancer', KIN],
    ['grandfather passed from lung cancer', 'lung cancer', KIN],
    ['theres a lot of heart disease in my family', 'heart disease', KIN],
    ['no one in my family has had a stroke', 'stroke', 'absent family current'],
    ['i have 2 kids and since the second one ive had back pain', 'back pain', HAS],
    ['my baby has a rash and i have mastitis', 'mastitis', HAS],
    ['my baby has a rash and i have mastitis', 'rash', KIN],
    ['if the pain gets worse ill go to er, right now its just an ache', 'ache', HAS],
    ['i would know if i had chlamydia', 'chlamydia', ASKED],
    ['is this a symptom of menopause', 'menopause', ASKED],
    ['dont worry its not cancer', 'cancer', NOT],
    ['i recently got over strep', 'strep', BEFORE],
    ['last winter i had bronchitis', 'bronchitis', BEFORE],
    ['had my gallbladder out 5 years ago and still have diarrhea', 'diarrhea', HAS],
    ['the rash is itchy but doesnt hurt', 'itchy', HAS],
    ['the rash is itchy but doesnt hurt', 'hurt', NOT],
    ['no rash, swelling, or redness. just itching', 'itching', HAS],
    ['no rash, swelling, or redness. just itching', 'redness', NOT],
    ['couldnt sleep bc of the coughing', 'coughing', HAS],
    ['i take gabapentin for neuropathy', 'neuropathy', HAS],
    ['what should i take for nausea', 'nausea', ASKED],
    ['i get nausea what should i take', 'nausea', HAS],
    ['looks a lot like shingles', 'shingles', MAYBE],
    ['my ex had herpes should i get tested', 'herpes', OTHER],
    ['i tested positive for covid', 'covid', HAS],
    ['i tested positive for covid yesterday but my wife is negative', 'covid', HAS],
    ['not diabetic', 'diabetic', NOT],
    ['im prediabetic not diabetic', 'prediabetic', HAS],
    ['my sugar is fine, i dont have diabetes just high bp', 'high bp', HAS],
    ['sometimes i get vertigo, other times nothing', 'vertigo', HAS],
    ['no vomiting or diarrhea today thankfully', 'diarrhea', NOT],
    ['denies any si or hi', 'si', NOT],
    ['PMHx sig for COPD, CHF', 'CHF', BEFORE],
    ['Pt is a 54yo M w/ h/o CAD s/p CABG who p/w chest pain', 'chest pain', HAS],
    ['Pt is a 54yo M w/ h/o CAD s/p CABG who p/w chest pain', 'CAD', BEFORE],
    ['to avoid another kidney stone i drink water', 'kidney stone', ASKED],
  ])('%s: %s', (text, finding, expected) => expect(read(text, finding)).toBe(expected));
});
