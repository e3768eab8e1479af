/** Someone who needs help now must be told so first; someone who only asks must not be frightened. */
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/clinical/red-flags/families.ts';
import { withNumbers } from '../../src/clinical/red-flags/places.ts';
import { redFlagAdvice, redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { RULES } from '../../src/clinical/red-flags/rule-table.ts';
import { readWords } from '../../src/clinical/red-flags/words.ts';
import { drugs } from '../../src/clinical/vocabulary/drugs.ts';
import { termNamed } from '../../src/clinical/vocabulary/find-terms.ts';
import { listOf, readTable } from '../../src/clinical/vocabulary/table.ts';
import { familiesOf } from '../support/red-flags.ts';

const steps = readTable('red-flag-families', ['family', 'advice', 'only', 'unless']);

describe('an emergency in the person’s own words is seen', () => {
  it.each([
    ['chest_pain', 'I have chest pain and I am sweating'],
    ['chest_pain', 'Chest pain radiating to my left arm'],
    ['chest_pain', 'my chest feels tight and heavy'],
    ['chest_pain', 'There is a pressure in my chest since an hour'],
    ['chest_pain', 'I think I’m having a heart attack'],
    ['chest_pain', 'No fever, but I have chest pain'],
    ['chest_pain', 'Should I worry about my chest pain?'],
    ['stroke', 'My dad is slurring his words and his face is drooping'],
    ['stroke', 'My left arm suddenly went numb and weak'],
    ['stroke', 'This is the worst headache of my life'],
    ['stroke', 'I suddenly lost vision in one eye'],
    ['breathing', "I can't breathe"],
    ['anaphylaxis', 'my throat is closing after eating peanuts'],
    ['anaphylaxis', 'My lips are swelling and I have hives all over'],
    ['breathing', 'severe shortness of breath since this morning'],
    ['call_for_help', 'call an ambulance'],
    ['call_for_help', 'Please call 911!'],
    ['call_for_help', 'I need an ambulance now'],
    ['unresponsive', 'my baby is not breathing'],
    ['unresponsive', 'My husband collapsed and is unconscious'],
    ['unresponsive', 'She is having a seizure'],
    ['sepsis', 'He has a high fever and is very confused'],
    ['sepsis', 'fever and a stiff neck since last night'],
    ['suicidal_thoughts', 'I want to die'],
    ['suicidal_thoughts', 'I’ve been thinking about suicide'],
    ['suicidal_thoughts', "I don't want to live anymore"],
    ['suicidal_thoughts', 'my son says he wants to kill himself'],
    ['suicidal_thoughts', 'everyone would be better off without me'],
    ['suicidal_thoughts', 'if I kill myself will it hurt?'],
    ['suicidal_thoughts', 'i dont want to be here anymore'],
    ['breathing', 'I cant breathe'],
    ['pregnancy', "I'm 20 weeks pregnant and bleeding"],
    ['pregnancy', 'I am pregnant and the baby has stopped moving'],
    ['infant_fever', 'my 6 week old has a fever'],
    ['infant_fever', 'Our newborn has a temperature of 38.6'],
    ['poisoning', 'She swallowed bleach'],
    ['poisoning', 'I took 30 paracetamol tablets'],
    ['poisoning', 'He took the whole bottle of sleeping pills'],
    ['bleeding', "the bleeding won't stop"],
    ['bleeding', 'I am vomiting blood'],
    ['bleeding', 'I have black tarry stools'],
    ['head_injury', 'My son fell off the swing, hit his head and now he keeps vomiting'],
    ['head_injury', 'Grandma is on Eliquis and bumped her head'],
    ['acute_abdomen', 'sudden terrible pain in my left testicle'],
    ['acute_abdomen', 'The pain moved to my lower right belly and I have a fever'],
    ['eye', 'Oven cleaner splashed into my eyes'],
    ['eye', 'It is like a curtain over my right eye since an hour'],
    ['cauda_equina', 'My back hurts and I am numb between my legs'],
    ['diabetes', 'I have type 1 diabetes and I keep vomiting, ketones are high'],
    ['diabetes', 'my wife is diabetic, sweaty and confused'],
    ['heat_cold', 'He worked in the sun all day and now he is confused and not sweating'],
    ['violence', 'my husband hits me'],
    ['dangerous_combination', 'I took Viagra tonight and now used my nitroglycerin spray'],
    ['dangerous_combination', 'I am on warfarin and started ibuprofen yesterday'],
    ['dangerous_combination', 'Is it ok to drink with Ativan?'],
    ['dangerous_combination', 'is it safe to take a blood thinner with naproxen'],
    ['dangerous_combination', 'alochol with Xanax'],
    ['cauda_equina', 'decreased feeling in my groin and weak legs'],
    ['bleeding', 'I coughed up blod'],
    ['unresponsive', 'he is not breathiing'],
    ['acute_abdomen', 'upper stomach pain through to the back with constant vomiting, history of pancreatitis'],
    ['acute_abdomen', 'my belly pain is unbearable and my skin has gone cold'],
    ['unresponsive', 'my freind is unconcious and wont wake up'],
    ['stroke', 'His left arm just hangs there and he is mumbling'],
  ])('%s: %s', (family, text) => expect(familiesOf(text)).toContain(family));
});

describe('a dangerous reading is seen', () => {
  it.each([
    'My SpO2 is 84%',
    'oxygen dropped to 86',
    'blood sugar of 45 mg/dl and shaky',
    'my glucose is 2.6 mmol/L',
    'my sugar is over 450',
    'My blood pressure is 190/125',
    'BP 182/95 today',
    'bp is 210 over 120',
    'he has a 105 fever',
    'Is a blood pressure of 190/125 dangerous?',
    'temperature 40.2',
    'I have a fever of 104.5 F',
    'potassium came back at 6.8',
    'my sodium is 115 mmol/L',
    'Hemoglobin 6.1 g/dL',
    'heart rate 170 at rest',
    // Only the record's reader knows these ways of saying it.
    'T 40.8 P 118 R 22, my son is four',
    'Sorry, no, my reading was 195/118',
    'Glu 512 on my meter',
    'We measured 40.6 and my daughter has chills',
    'creat 8.1 on my blood test',
    'O2 sat dropped from 94 to 79',
    'INR was 2.4, now 11',
    'potassium 4.1 in May, now 7.2',
    'temp 37 this morning, now 40.8',
  ])('%s', (text) => expect(familiesOf(text)).toContain('critical_value'));

  it.each([
    'My blood pressure was 120/80 this morning and I take metformin 500 mg twice a day. Is that ok with my last HbA1c of 6.5%?',
    'My SpO2 is 98%',
    'glucose 95 mg/dl',
    'my glucose is 5.4 mmol/L',
    'temperature 37.2',
    'I had a fever of 101 F',
    'potassium 4.2',
    'I take potassium 20 mEq a day',
    'heart rate 72',
    'Hypertensive crisis means a blood pressure above 180/120 mmHg',
    'What does a glucose below 54 mg/dL mean?',
    'It is 104 degrees outside and the temperature is 104',
    'My blood pressure was 195/120 two years ago',
    'My max heart rate is 185 when running',
    'two spoons of sugar in my coffee, 2 a day',
    'I weigh 180 pounds and my waist is 120 cm',
    'appointment on 11/12 at 8',
  ])('an ordinary one is left alone: %s', (text) => expect(familiesOf(text)).toEqual([]));
});

describe('what is denied, past, supposed or only asked about is no alarm', () => {
  it.each([
    'My dad had a heart attack at 50',
    'my partner has panic attacks at work',
    'I found a lump in my left breast last week, no pain',
    'My nose has been blocked on one side for 10 days',
    'no chest pain',
    'no need to call an ambulance',
    'I called an ambulance last year',
    'When should I call an ambulance?',
    'No fever but no chest pain either',
    'I have no chest pain or shortness of breath',
    "I don't have any chest pain, fever or trouble breathing",
    'The patient denies chest pain',
    'What does chest pain mean?',
    'Can anxiety cause chest pain?',
    'Should I worry about chest pain?',
    'What are the symptoms of a stroke?',
    'What should I do if I have chest pain?',
    'What if I get chest pain?',
    'I had chest pain two years ago',
    'My father had a heart attack in 2010',
    'family history of stroke',
    'Call me when you get chest pain',
    "I'm not suicidal",
    'What is the suicide rate in Japan?',
    'what happens in an overdose?',
    'Is bleeding in pregnancy normal?',
    'I am pregnant and my blood test was fine',
    'my 6 month old has a fever',
    "I can't breathe through my nose",
    'the fever is gone and he was never confused',
    'I took 2 ibuprofen',
    'My chest pain is gone',
    'I feel safe at home',
    'my website is unresponsive',
    'I was told not to take ibuprofen with my blood thinner, so I avoid it',
    'Can warfarin and ibuprofen be taken together in general?',
    'How do I stop a nosebleed?',
    'I survived a suicide attempt ten years ago and I am doing well',
    'My grandmother had a stroke when she was 80',
    'I watched a documentary about suicide',
    'I could kill for a coffee',
    'Does warfarin interact with ibuprofen?',
    'He beat me at chess',
    'my battery is dead',
    'I have had numb feet for several years',
    '',
  ])('%j', (text) => expect(familiesOf(text)).toEqual([]));
});

describe('what the person is told', () => {
  it('points at the words that raised the flag', () => {
    const text = 'Hello. I’ve had crushing chest pain since noon.';
    const [flag] = redFlags(text);
    expect(text.slice(flag?.evidence.start, flag?.evidence.end)).toBe('chest pain');
  });

  it('names an emergency number, and a crisis line for suicidal thoughts', () => {
    expect(redFlagAdvice(redFlags('I have chest pain'))).toContain(
      'call your local emergency number (911 in the US, 999 in the UK, 112 in the EU)',
    );
    expect(redFlagAdvice(redFlags('I want to kill myself'))).toContain('988');
  });

  it('names the numbers of the place where the person is', () => {
    const advice = (place: { timezone?: string; locale?: string }) =>
      redFlagAdvice(redFlags('I want to kill myself', place));
    expect(advice({ timezone: 'America/Chicago' })).toMatch(/emergency number 911.*988/);
    expect(advice({ timezone: 'Europe/London' })).toMatch(/emergency number 999.*116 123/);
    expect(advice({ locale: 'en-AU' })).toMatch(/emergency number 000.*13 11 14/);
    expect(advice({ timezone: 'Europe/Paris', locale: 'en-US' })).toMatch(/emergency number 112/);
    expect(advice({ timezone: 'Antarctica/Troll' })).toContain('your local emergency number');
  });

  it('leaves no blank unfilled', () => {
    for (const { advice } of steps) expect(withNumbers(advice)).not.toMatch(/[{}]/);
  });

  it('is silent when nothing is wrong', () => expect(redFlagAdvice(redFlags('What is hypertension?'))).toBe(''));

  it('says each thing once, however often it is mentioned', () => {
    const flags = redFlags('I have chest pain. The chest pain is bad. My blood pressure is 200/130, yes 200/130.');
    expect(flags.map(({ family }) => family)).toEqual(['chest_pain', 'critical_value']);
    expect(redFlagAdvice(flags).split('\n')).toHaveLength(2);
  });
});

describe('the tables hold together', () => {
  const words = [
    ...readTable('red-flag-words', ['concept', 'phrases']),
    ...readTable('red-flag-lexicon', ['concept', 'phrases']),
  ];
  const terms = readTable('red-flag-terms', ['term', 'concepts']);
  const expressions = readTable('red-flag-expressions', ['expression', 'not']);
  const states = readTable('red-flag-states', ['concepts', 'told', 'weak']);
  const concepts = words.map(({ concept }) => concept).filter((concept) => !concept.startsWith('$'));
  const ruled = RULES.flatMap(({ needs, unless }) => [...needs.flatMap(({ names }) => names), ...unless]);
  const yields = readTable('red-flag-yields', ['family', 'to', 'unless']);
  const advised = [...steps, ...yields.map(({ family, to, unless }) => ({ only: `${family}, ${to}`, unless }))]
    .flatMap(({ only, unless }) => [only, unless].flatMap((cell) => cell.split(/[,/] ?/)))
    .filter(Boolean);
  /** What only numbers, values and rules say. */
  const MADE = [
    ...[
      'fever_number',
      'very_hot_number',
      'low_pressure',
      'fast_pulse',
      'normal_temperature',
      'fast_breaths',
      'huge_dose',
    ],
    ...['cold_number', 'infant_age', 'maybe_infant_age', 'infant_weeks', 'ago_young', 'pregnancy_week', 'many_pills'],
    ...['sugar_number', 'low_glucose', 'high_glucose'],
    ...RULES.map(({ family }) => family),
  ];

  it('every rule, step of advice, expression and state asks for concepts that there are', () => {
    const known = new Set([...concepts, ...terms.flatMap((row) => listOf(row.concepts)), ...MADE]);
    const others = [...expressions, ...states].flatMap((row) => Object.values(row).flatMap(listOf));
    expect([...ruled, ...advised, ...others].filter((name) => !known.has(name) && name !== 'weak')).toEqual([]);
  });

  it('no phrase is kept that nothing asks for, and no concept is written twice', () => {
    const needed = new Set([...ruled, ...advised, ...expressions.map(({ expression }) => expression)]);
    expect(concepts.filter((name) => !needed.has(name))).toEqual([]);
    const rows = words.map(({ concept }) => concept);
    expect(rows.filter((name, at) => rows.indexOf(name) !== at)).toEqual([]);
  });

  it('every term that stands for a concept is in the vocabulary', () => {
    const classes = new Set(drugs().map(({ drugClass }) => drugClass));
    expect(
      terms
        .map(({ term }) => term)
        .filter((name) => name !== 'drug' && !classes.has(name) && !termNamed(name, ['symptom', 'condition'])),
    ).toEqual([]);
  });

  it('every part that a phrase refers to is there', () => {
    const parts = new Set(words.map(({ concept }) => concept));
    const named = words.flatMap(({ phrases }) => phrases.match(/\$\w+/g) ?? []);
    expect(named.filter((name) => !parts.has(name))).toEqual([]);
  });

  it('every phrase is written as the words of a message are read, or nobody could say it', () => {
    const phrases = words.flatMap((row) => row.phrases.split(', '));
    const parts = phrases
      .flatMap((phrase) => phrase.split(/[ /]/))
      .filter((part) => !/^(?:_|\.\.\.?|\$\w+)$/.test(part));
    expect(phrases.filter((phrase) => /^[_. ]|[,\s]$| {2}/.test(phrase))).toEqual([]);
    expect(
      parts.filter((word) => readWords(word.replace(/\*$/, '')).tokens[0]?.fold !== word.replace(/\*$/, '')),
    ).toEqual([]);
  });

  it('every family has rules, and what to do now', () => {
    const having = new Set(RULES.map(({ family }) => family).filter((family) => !family.startsWith('@')));
    // What the last reader finds is of no family.
    expect([...having, 'sounds_urgent'].sort()).toEqual([...FAMILIES].sort());
  });
});
