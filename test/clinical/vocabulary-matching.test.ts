/** How people write medical words, and what must not be taken for one. */
import { describe, expect, test } from 'vitest';
import { findTerms, termNamed } from '../../src/clinical/vocabulary/find-terms.ts';
import { TypingErrors } from '../../src/clinical/vocabulary/typing-errors.ts';

const CLINICAL = new Set(['condition', 'symptom', 'drug', 'observation', 'procedure']);
const named = (text: string) =>
  findTerms(text)
    .filter(({ term }) => CLINICAL.has(term.kind))
    .map(({ term }) => term.name);

describe('one thing, however it is written', () => {
  test.each([
    ['two headaches', 'Headache'],
    ['bone metastases', 'Bone metastases'],
    ['head ache', 'Headache'],
    ['head-ache', 'Headache'],
    ['chickenpox', 'Chickenpox'],
    ['chicken-pox', 'Chickenpox'],
    ['hayfever', 'Allergic rhinitis'],
    ['backpain', 'Back pain'],
    ['anaemia', 'Anemia'],
    ['oedema of the lung', 'Swelling'],
    ['diarrhoea', 'Diarrhea'],
    ['a brain tumour', 'Brain tumor'],
    ['hypoglycaemia', 'Low blood sugar'],
    ['haemorrhoids', 'Hemorrhoids'],
    ['paralysed', 'Paralysis'],
    ['Menière’s disease', "Meniere's disease"],
    ['Sjögren syndrome', "Sjogren's syndrome"],
    ['my Parkinson’s', "Parkinson's disease"],
  ])('%s', (text, name) => expect(named(text)).toEqual([name]));
});

describe('the small words of a lay phrase vary', () => {
  test.each([
    ['a pain in the chest', 'Chest pain'],
    ['pain in his chest', 'Chest pain'],
    ['my heart keeps racing', 'Palpitations'],
    ['my heart has been really racing', 'Palpitations'],
    ['I could not sleep', 'Trouble sleeping'],
    ['she is unable to sleep', 'Trouble sleeping'],
    ['a hard time falling asleep', 'Trouble sleeping'],
    ['difficulty breathing', 'Shortness of breath'],
    ['I gained quite a lot of weight', 'Weight gain'],
    ['it hurts when I pee', 'Painful urination'],
    ['a lump in her breast', 'Breast lump'],
  ])('%s', (text, name) => expect(named(text)).toEqual([name]));

  test('but never across a comma or the end of a sentence', () => {
    expect(named('I gained, he lost weight')).toEqual(['Weight loss']);
    expect(named('It is in my chest. Pain came later')).toEqual(['Pain']);
  });
});

describe('an abbreviation means what its surroundings say', () => {
  test.each([
    ['I was diagnosed with MS in 2019', ['Multiple sclerosis']],
    ['MS flare, saw my neurologist', ['Multiple sclerosis']],
    ['severe MS with a mitral valve area of 1.0 and a murmur', ['Mitral stenosis', 'Heart murmur']],
    ['Ms. Smith called, and MS Jones too', []],
    ['open it in MS Word', []],
    ['my RA is acting up, both hands are swollen', ['Rheumatoid arthritis', 'Hand swelling']],
    ['the RA on our floor is nice', []],
    ['I go to PT twice a week for my shoulder', ['Physical therapy']],
    ['PT 13 seconds and INR 1.1', ['Prothrombin time', 'INR']],
    ['the pt was seen today', []],
    ['history of AF, on a blood thinner', ['Atrial fibrillation']],
    ['he has ED and takes sildenafil', ['Erectile dysfunction', 'Sildenafil']],
    ['we sat in the ED for hours', []],
    ['took an OD of heroin', ['Overdose']],
    ['OD: one drop', []],
    ['PE after the DVT in my leg', ['Pulmonary embolism', 'Deep vein thrombosis']],
    ['PE was my favourite class', []],
    ['ALL OF US WILL ADD IT', []],
  ])('%s', (text, names) => expect(named(text).filter((name) => name !== 'Anticoagulant')).toEqual(names));

  test('without surroundings it gets its first meaning, for whoever names a thing', () => {
    expect(termNamed('MS', ['condition'])?.name).toBe('Multiple sclerosis');
    expect(termNamed('PT', ['observation'])?.name).toBe('Prothrombin time');
  });
});

describe('typing errors', () => {
  test.each([
    ['diabtes', 'Diabetes'],
    ['hedaches', 'Headache'],
    ['migriane', 'Migraine'],
    ['ibuprofin', 'Ibuprofen'],
    ['astma attack and asthmaa', 'Asthma'],
    ['hypertention', 'Hypertension'],
    ['amoxicilin', 'Amoxicillin'],
    ['fibromialgia', 'Fibromyalgia'],
    ['levothyroxne', 'Levothyroxine'],
    ['high blood presure', 'Hypertension'],
    ['depresion', 'Depression'],
  ])('%s', (text, name) => {
    const guesses = findTerms(text).filter(({ fuzzy }) => fuzzy);
    expect(guesses.map(({ term }) => term.name)).toContain(name);
  });

  test.each([
    'a coordinated effort',
    'the colony',
    'Dr. Prozak is here',
    'two patents',
    'hypoplasia of the thumb',
    'a gleaming statue',
    'prose',
  ])('an ordinary word or a name is not corrected: %s', (text) =>
    expect(findTerms(text).filter(({ fuzzy }) => fuzzy)).toEqual([]),
  );

  test('a right word is no guess, and what is named is not guessed at', () => {
    expect(findTerms('diabetes')[0]).not.toHaveProperty('fuzzy');
    expect(termNamed('ibuprofin')).toBeNull();
  });

  test('one slip from six letters, two from ten, the first letter right, and no choice between two', () => {
    const errors = new TypingErrors(
      new Set(['asthma', 'cephalexin', 'cefazolin', 'losartan', 'valsartan', 'clobazam', 'clonazam']),
    );
    expect(errors.meant('asthna')).toBe('asthma');
    expect(errors.meant('sathma')).toBeNull();
    expect(errors.meant('ashtna')).toBeNull();
    expect(errors.meant('cefalexin')).toBe('cephalexin');
    expect(errors.meant('losratan')).toBe('losartan');
    expect(errors.meant('clorazam')).toBeNull();
    expect(errors.meant('flu')).toBeNull();
  });
});

describe('words that are medical only in medical surroundings', () => {
  test.each([
    ['gas and stomach pain', 'Excess gas'],
    ['I feel so weak', 'Weakness'],
    ['since the new pill I am nervous', 'Anxiety'],
    ['she has been very confused', 'Confusion'],
  ])('%s', (text, name) => expect(named(text)).toContain(name));
});

/** Nothing here is about health, whatever the words. */
const EVERYDAY = [
  'Could you book a table for four on Friday evening?',
  'The gas station on the corner has gone up again.',
  'That was a weak argument, if you ask me.',
  'We ran out of milk, eggs and bread.',
  'He gave a nervous laugh and closed the door.',
  'Play the sad song from last night.',
  'What a lazy Sunday afternoon!',
  'The deadline puts tension into the whole team.',
  'My phone is dead and the charger is at work.',
  'The mole under the lawn is back.',
  'Boil the water before you add the pasta.',
  'The operation of the machine is simple.',
  'Traffic congestion made us late for the show.',
  'There is a panic on the stock market.',
  'They collapsed the two columns into one.',
  'She has a cast of five actors for the play.',
  'An aura of mystery surrounds the house.',
  'The company will absorb the shock of the new prices.',
  'He broke the school record in the long jump.',
  'Piles of paper cover my desk.',
  'The rapist was caught by the police.',
  'Can you convert 20 dollars into euros?',
  'The bank charged me twice for the withdrawal.',
  'Add it all to my shopping list.',
  'I want to return these shoes, the heel came off.',
  'The mass on Sunday starts at ten.',
  'A stiff breeze came from the sea.',
  'Use a sharp pencil for the drawing.',
  'Who directed the movie about the plague ship?',
  'Our server was infected again, said the hosting firm.',
  'Is the museum open on public holidays?',
  'Our flight was delayed by the storm over Denver.',
];

test.each(EVERYDAY)('nothing medical is read into: %s', (text) => expect(named(text)).toEqual([]));

describe('long texts, and texts that are asked for again', () => {
  const message =
    'For three weeks I have had a dull headache most mornings and I feel tired all day. My blood pressure was 150 over 95 yesterday ' +
    'and I started lisinopril in March. My knee keeps swelling after long walks and I cannot sleep more than four hours at nite ' +
    'becuase of the pain, so my doctor sent me to a rheumatologist who wants an MRI next week.';

  test.each([
    ['one endless word', 'x'.repeat(200_000)],
    ['endless small words', `heart ${'is '.repeat(50_000)}racing`],
    ['fillers without end', 'pain in my so so so so a lot of '.repeat(5_000)],
    ['words that support each other without end', 'pain gas MS '.repeat(10_000)],
    ['beginnings without an end', 'pain in '.repeat(20_000)],
    [
      'mistyped words without end',
      Array.from({ length: 20_000 }, (_, at) => `diabt${String.fromCharCode(97 + (at % 26))}s`).join(' '),
    ],
  ])('%s: what follows is still found', (_, text) => {
    expect(findTerms(`${text}. I have asthma.`).at(-1)?.term.name).toBe('Asthma');
  });

  test('what is asked for again comes from the cache', () => {
    const first = findTerms(message);
    findTerms('Something else in between.');
    expect(first.length).toBeGreaterThan(5);
    expect(findTerms(message)).toBe(first);
  });
});
