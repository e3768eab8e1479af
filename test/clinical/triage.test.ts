/** Rules 0, 1 and 4, each with the cases that are easy to get wrong. */
import { describe, expect, it } from 'vitest';
import { NON_HEALTH_REPLY, triage } from '../../src/clinical/triage/triage.ts';

describe('rule 0: a link is read, whatever else the message says', () => {
  it.each([
    'https://example.org/asthma',
    'I read www.example.org/asthma, is it serious?',
    'Can you read http://example.org and tell me about it?',
    'Is the advice on https://example.org/keto ok with my kidney disease?',
    'HTTPS://EXAMPLE.ORG/PAGE',
    'Show me all my medications https://example.org',
    'see (https://example.org/a?b=c#d)',
    'send this to my doctor: https://example.org/report.pdf',
    'My blood pressure is 120/80 https://example.org',
    'what is this https://youtu.be/abc',
    'https://vimeo.com/123 summarise please',
    'compare https://a.example and https://b.example',
    'the weather: https://weather.example',
    'I found http://localhost:8080/x',
    'line one\nhttps://example.org/second-line',
    'http://192.0.2.1/',
  ])('%s', (text) => expect(triage(text)).toMatchObject({ route: 'url', rule: '0' }));

  it.each(['I read it on example.org', 'ftp://example.org/file about diabetes', 'the https protocol'])(
    'no link in: %s',
    (text) => expect(triage(text).route).not.toBe('url'),
  );
});

describe('rule 1: what is not health is turned away with the fixed text', () => {
  it.each([
    "What's the capital of France?",
    'My computer has a virus',
    'Where is the heart of the city?',
    'The stock is healthy',
    'Java heap headache',
    'Book a table for two tonight',
    'Write me a poem about the sea',
    'What is my bank balance?',
    'How do I fix a memory leak in my Python code?',
    'Will it rain tomorrow?',
    'Play some jazz',
    'Who won the world cup in 1998?',
    'Tell me a joke',
    'My phone battery is dying',
    'Translate good evening into Spanish',
    'Is a healthy profit margin above ten percent?',
    'change my password',
    'share my location with Anna',
    'Update my account information',
    'What type of cancer did Steve Jobs die of?',
    'how do I treat a cast iron skillet in the oven for baking pizza',
    'Give me a head start on my marketing essay',
    'cold war history',
    'export this spreadsheet to excel',
    'My boss is a pain in the neck',
    'My plant has a disease',
    'How do I cure bacon?',
    'how do I bleed the brakes on a motorbike',
    'do hamsters need vaccinations',
    'these ads are cancer',
    'my wallet is bleeding after christmas',
    'those prices gave me a heart attack',
    'i got a message saying my iphone is infected with 13 viruses is it a scam',
    'what are the symptoms of a failing hard drive',
    '',
  ])('%j', (text) => expect(triage(text)).toMatchObject({ route: 'non_health', rule: '1', reply: NON_HEALTH_REPLY }));

  it.each([
    'Our cat ate rat poison, what should we do?',
    'The hamster has diarrhea',
    'My dog is coughing and cannot breathe',
  ])('sends an animal in need to a vet: %j', (text) => {
    const { route, reply } = triage(text);
    expect(route).toBe('non_health');
    expect(reply).toMatch(/^I can only help with health-related questions of people\. For an animal call a vet/);
  });

  it('has no vet for an animal that is well', () => {
    expect(triage('My dog is called Rex and likes to swim').reply).toBe(NON_HEALTH_REPLY);
  });

  it.each([
    ['The match was great and the pub was full. Anyway, how many glasses of water should I drink?', 'patient_consult'],
    ['For my crime novel: how long can a sailor survive after a shark bite?', 'general_consult'],
    ['Is it bad to skip breakfast?', 'general_consult'],
  ])('accepts what asks about living healthily, or about a body beside something else: %j', (text, route) =>
    expect(triage(text).route).toBe(route),
  );

  it.each([
    ['Remind me to measure it on Friday', 'patient_consult'],
    ['Set a reminder for the next dose', 'patient_consult'],
    ['Remind me to buy milk', 'non_health'],
  ])('a reminder is about what it is for: %j', (text, route) =>
    expect(triage(text, { previousRoute: 'patient_consult' }).route).toBe(route),
  );

  it('says exactly what the document says', () => {
    expect(NON_HEALTH_REPLY).toBe(
      'I can only help with health-related questions. Please ask about symptoms, conditions, medications, or other medical topics.',
    );
  });

  it.each([
    'I get a headache when I code in Java all day',
    'Will a vaccination hurt before my football game?',
    "I can't sleep before exams",
    'I don’t want to live any more',
    'how much water should I drink to stay hydrated',
    'is it normal that my hands are always cold',
    'My daughter has a temperature',
    'i keep running to the toilet and nothing comes',
    'my nan forgets who i am',
    'which jabs for Kenya',
    'peak flow 280',
    'stinging when I go, 3rd time this year',
    'are e-cigs safer than fags',
  ])('health all the same: %s', (text) => expect(triage(text).rule).toMatch(/^4/));
});

describe('a greeting or thanks is not refused', () => {
  it.each([
    ['hello', 'Hello.'],
    ['Good morning!', 'Hello.'],
    ['thanks a lot', 'You are welcome.'],
    ['Hiii 👋', 'Hello.'],
    ['👋', 'Hello.'],
    ['Hello Medfleet', 'Hello.'],
    ['hello, anybody there?', 'Hello.'],
    ['Hey, how is it going?', 'Hello.'],
    ['Hi, my name is Anna. Can you help me?', 'Hello.'],
    ['Good evening to you', 'Hello.'],
    ['morning', 'Hello.'],
    ['Thanks, that was great', 'You are welcome.'],
    ['see you tomorrow', 'Take care.'],
  ])('%s', (text, opening) => {
    const { route, reply } = triage(text);
    expect(route).toBe('non_health');
    expect(reply?.startsWith(`${opening} I can help with health-related questions`)).toBe(true);
  });
});

describe('a greeting does not hide what comes with it', () => {
  it.each(['Hello', 'hi there,', 'Good morning!', 'hey'])('%s', (greeting) => {
    expect(triage(`${greeting} I have a headache`).route).toBe('patient_consult');
    expect(triage(`${greeting} what does metformin do?`).rule).toMatch(/^4/);
    expect(triage(`${greeting} write me a poem about trains`).reply).toBe(NON_HEALTH_REPLY);
    expect(triage(`${greeting} I am not well`).reply ?? '').not.toMatch(/^Hello/);
  });

  it('what goes on with a conversation is no greeting, and a greeting in it is one', () => {
    const context = { previousRoute: 'patient_consult' as const };
    expect(triage('hey, how is it now?', context).route).toBe('patient_consult');
    expect(triage('in the morning', context).route).toBe('patient_consult');
    expect(triage('hello again', context).reply).toMatch(/^Hello/);
  });
});

describe('somebody is never turned away who tells or asks something of their own', () => {
  const OWN = ['appointment', 'visits', 'results', 'tablets', 'doctor', 'heart', 'kidneys', 'left knee'];
  const FRAMES = ['How is my @?', 'when is my next @', 'tell me about my last @', 'My @.', 'what about my @ then'];
  it.each(OWN)('my %s', (thing) => {
    for (const frame of FRAMES) expect(triage(frame.replace('@', thing)).route, frame).not.toBe('non_health');
  });

  it.each(['monitor says 230/130', '118 / 74', 'What am I taking right now?', 'Am I healthy?', 'who is my doctor'])(
    '%s',
    (text) => expect(triage(text).route).toBe('patient_consult'),
  );

  it('what is told is filed, and not sent to the side panel', () =>
    expect(triage('please note that I have a penicillin allergy').route).toBe('patient_consult'));

  it('what will be filed is not refused because of a word of another subject', () => {
    const text =
      'Doc wrote down 151 over 93 and 7.8 for the A1C. I weighed in at 241 pounds with my boots on in the car park.';
    expect(triage(text)).toMatchObject({ route: 'patient_consult' });
  });
});

describe('whether a named medicine may be taken is for the consultant who knows the record', () => {
  const DRUGS = ['amoxicillin', 'ibuprofen', 'naproxen', 'metformin', 'Viagra', 'St John’s wort'];
  it.each([
    'Is it safe to take @?',
    'would @ be ok',
    '@ - any problem?',
    'Can you take @ with alcohol?',
    'is @ bad with blood pressure tablets',
    'Should I take @ at night?',
  ])('%s', (frame) => {
    for (const drug of DRUGS) expect(triage(frame.replace('@', drug)).route, drug).toBe('patient_consult');
  });

  it.each([
    'What is @?',
    'How does @ work?',
    'side effects of @',
    'Can children take @?',
    'Do people take @ for pain?',
  ])('but not: %s', (frame) => {
    for (const drug of DRUGS) expect(triage(frame.replace('@', drug)).route, drug).toBe('general_consult');
  });
});

describe('rule 4a: what is about this person goes to the consultant who knows the record', () => {
  it.each([
    'My blood pressure was 120/80 this morning',
    'My blood pressure was 120/80 this morning and I take metformin 500 mg twice a day. Is that ok with my last HbA1c of 6.5%?',
    'Is that ok with my last HbA1c?',
    'I have had a headache for three days, what could it be?',
    'How is my liver doing?',
    'Can I take ibuprofen with my blood pressure tablets?',
    'Is my blood pressure getting better?',
    'When did I last see the cardiologist?',
    'My HbA1c came back at 7.2',
    'My son has a fever of 39.5',
    'I have crushing chest pain',
    'Glucose 110 this morning',
    'Took 2 ibuprofen',
    'Headache since yesterday',
    'What medications am I taking?',
    'Do I have diabetes?',
    "I'm allergic to penicillin",
    'what was the latest cholesterol result',
    'feeling dizzy today',
    'I want to end it all',
    'my baby is not breathing',
    'Why does my knee hurt?',
    'What conditions do I have?',
    'weight 82 kg',
    'feeling hopeless since I lost my job',
  ])('%s', (text) => expect(triage(text)).toMatchObject({ route: 'patient_consult', rule: '4a' }));
});

describe('rule 4b: what is the same for anyone goes to the consultant without a record', () => {
  it.each([
    'What is hypertension?',
    'What does HbA1c mean?',
    'How do statins work?',
    'What are the symptoms of appendicitis?',
    'What is a normal resting heart rate?',
    'How do I prevent the flu?',
    'diabetes symptoms',
    'Explain cholesterol',
    'Can stress cause chest pain?',
    'How do you treat a sprained ankle?',
    'How do I know if I have diabetes?',
    'Is chickenpox contagious?',
    'What causes kidney stones?',
    'tell me about asthma',
    'side effects of lisinopril',
    'Which foods are high in iron?',
    'difference between a cold and the flu',
    'Can adults get mumps twice?',
    // "My" exam is nobody's health.
    'For my nursing exam I need the normal ranges of potassium and sodium.',
    'My biology teacher asked us to explain how asthma affects the lungs. Can you help?',
    'How long does it take for antidepressants to work?',
    // A heading or a bare name has nobody in it.
    'Treatment options for plantar fasciitis',
    'rabies',
    'first-line treatment for community acquired pneumonia',
    'Measles, mumps and rubella: what parents should know',
    // A leaflet's "I" is anybody.
    'When can I go back to work after a hernia repair?',
    // Nor is anybody in "tell me".
    'show me a list of foods high in vitamin K',
  ])('%s', (text) => expect(triage(text)).toMatchObject({ route: 'general_consult', rule: '4b' }));
});

describe('triage of text that is no message', () => {
  it.each([
    'a'.repeat(20_000),
    `show ${'all my '.repeat(2_000)}conditions`,
    `change my ${'x-'.repeat(3_000)}`,
    `${'please '.repeat(28)}x`,
    '😀'.repeat(500),
    '\u0000\u202e',
  ])('gives a route (case %#)', (text) => expect(triage(text).route).toBeTruthy());
});

describe('a child that is named by its age is a child', () => {
  it.each(['Can my 7 month old have honey?', 'can my 2 year old eat nuts'])('%s', (text) =>
    expect(triage(text).route).toBe('patient_consult'),
  );

  it.each(['my 3 year old laptop is slow', 'gift ideas for a 5 year old', 'books for my 8 year old'])('%s', (text) =>
    expect(triage(text).route).toBe('non_health'),
  );
});
