/** Rules 0 to 4b, each with the cases that are easy to get wrong. */
import { describe, expect, it } from 'vitest';
import { NON_HEALTH_REPLY, triage } from '../../src/clinical/triage/triage.ts';

describe('rule 0: a link is read, whatever else the message says', () => {
  it.each([
    'https://example.org/asthma',
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
    'hello',
    'Good morning!',
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
    '',
  ])('%j', (text) => expect(triage(text)).toMatchObject({ route: 'non_health', rule: '1', reply: NON_HEALTH_REPLY }));

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
  ])('health all the same: %s', (text) => expect(triage(text).rule).toMatch(/^4/));
});

describe('rule 2: a complete list is in the side panel', () => {
  it.each([
    ['Show me all my conditions', 'Conditions section', 'conditions'],
    ['List all my medications', 'Medications section', 'medications'],
    ['Show all labs', 'Labs section', 'lab results'],
    ['can you show me all of my lab results please?', 'Labs section', 'lab results'],
    ['I want to see my full list of allergies', 'Allergies section', 'allergies'],
    ['What are all my symptoms?', 'Symptoms section', 'symptoms'],
    ['give me a complete list of my appointments', 'Encounters section', 'appointments'],
    ['show my documents', 'Documents section', 'documents'],
    ['List my meds', 'Medications section', 'medications'],
    ['display all my diagnoses', 'Conditions section', 'conditions'],
    ['Please list every medication I take', 'Medications section', 'medications'],
    ['my complete medication list please', 'Medications section', 'medications'],
    ['Could you pull up all my vitals?', 'Observations section', 'observations'],
    ['show me all my test results', 'Labs section', 'lab results'],
    ['Show all my procedures', 'Procedures section', 'procedures'],
    ['list all my conditions and medications', 'Conditions and Medications sections', 'conditions and medications'],
    ['Show me my whole medical record', 'sections', 'health record'],
    ['list all my lab reports', 'Labs section', 'lab results'],
    ['All my conditions, please', 'Conditions section', 'conditions'],
    ['SHOW ME ALL MY ALLERGIES!', 'Allergies section', 'allergies'],
  ])('%s', (text, section, data) =>
    expect(triage(text)).toMatchObject({
      route: 'ui_redirect',
      rule: '2',
      reply: `Please use the ${section} in the side panel to view your complete ${data}.`,
    }),
  );

  it.each([
    ['What are all the symptoms of lupus?', '4b'],
    ['List all medications for hypertension', '4b'],
    ['What was my last HbA1c?', '4a'],
    ['List all my medications and tell me which ones clash', '4a'],
    ['Which of my medications can make me tired?', '4a'],
    ['Show me how my blood pressure changed', '4a'],
    ['Do all my medications go well together?', '4a'],
  ])('a question, not a list: %s', (text, rule) => expect(triage(text).rule).toBe(rule));
});

describe('rule 3: sharing and editing happen in the side panel', () => {
  const share = 'To share your health information, please use the appropriate section in the side panel.';
  const edit = 'To edit your health information, please use the appropriate section in the side panel.';

  it.each([
    ['Send this to my doctor', share],
    ['Export my lab results as a PDF', share],
    ['Share my medications with my wife', share],
    ['Can you email my records to Dr. Lee?', share],
    ['please forward it to my cardiologist', share],
    ['Download my health data', share],
    ['I want to share my results with my family', share],
    ['How do I export my data?', share],
    ['print my medication list', share],
    ['Send my blood test results to the hospital', share],
    ['change my medication', edit],
    ['Edit my allergies', edit],
    ['Please delete my last blood pressure reading', edit],
    ['Update my weight to 80 kg', edit],
    ['I need to correct my diagnosis', edit],
    ['remove penicillin from my allergies', edit],
    ['How can I edit my medication list?', edit],
    ['modify my health record', edit],
    ['Please delete the asthma entry', edit],
    ['My date of birth is wrong, please correct it', edit],
    ['Change my dose in the record, it says 5 mg', edit],
    ['Forward it to my doctor and delete the old one', share],
  ])('%s', (text, reply) => expect(triage(text)).toMatchObject({ route: 'share_or_modify', rule: '3', reply }));

  it.each([
    ['Send my results to my doctor. And is my cholesterol too high?', '4a'],
    ['Update my weight to 82 kg, is that a healthy weight for me?', '4a'],
    ['Should I change my medication?', '4a'],
    ['Can I change my medication?', '4a'],
    ['I stopped taking lisinopril last week', '4a'],
    ['Can I share a drink with someone who has mono?', '4b'],
    ['What happens when you share needles?', '4b'],
  ])('more than that: %s', (text, rule) => expect(triage(text).rule).toBe(rule));
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
  ])('%s', (text) => expect(triage(text)).toMatchObject({ route: 'patient_consult', rule: '4a' }));
});

describe('rule 4b: what is the same for anyone goes to the consultant without a record', () => {
  it.each([
    'What is hypertension?',
    'What does HbA1c mean?',
    'How do statins work?',
    'What are the symptoms of appendicitis?',
    'Is metformin safe in pregnancy?',
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
    'Should I take vitamin D?',
    'Can adults get mumps twice?',
    // "My" exam is nobody's health.
    'For my nursing exam I need the normal ranges of potassium and sodium.',
    'My biology teacher asked us to explain how asthma affects the lungs. Can you help?',
    'How long does it take for antidepressants to work?',
  ])('%s', (text) => expect(triage(text)).toMatchObject({ route: 'general_consult', rule: '4b' }));
});

describe('a conversation keeps its subject', () => {
  it.each([
    'Is it contagious?',
    'And at night?',
    'why?',
    'since Monday',
    'yes',
    'How long does it last?',
    'Thanks!',
    'is that bad?',
  ])('%s stays with whoever answered before', (text) => {
    expect(triage(text, { previousRoute: 'patient_consult' }).route).toBe('patient_consult');
    expect(triage(text, { previousRoute: 'general_consult' }).route).toBe('general_consult');
  });

  it.each(['And at night?', 'why?', 'since Monday', 'yes', 'Thanks!'])('%s means nothing without one', (text) =>
    expect(triage(text).route).toBe('non_health'),
  );

  it.each(["What's the weather tomorrow?", 'Who won the football match?', 'Book a table for two', 'hello'])(
    'a change of subject is still turned away: %s',
    (text) => expect(triage(text, { previousRoute: 'patient_consult' }).route).toBe('non_health'),
  );

  it('says which rule and why, and nothing of what was said', () => {
    expect(triage('My zorbitis is back, can I take ibuprofen?').why).toMatch(/^rule 4a: .*names .*a medicine$/);
    expect(triage('What causes gout?').why).toBe('rule 4b: asks about medicine in general, names a condition');
    expect(triage('Who painted the ceiling?').why).toMatch(/^rule 1: /);
    expect(triage('Is it contagious?', { previousRoute: 'patient_consult' }).why).toBe(
      'rule 4a: goes on with the conversation',
    );
    expect(triage('My zorbitis is back').why).not.toContain('zorbitis');
  });

  it('changes sides when the question does', () => {
    expect(triage('and what was mine?', { previousRoute: 'general_consult' }).route).toBe('patient_consult');
    expect(triage('What is hypertension?', { previousRoute: 'patient_consult' }).route).toBe('general_consult');
  });

  it('takes "this" for the item that the conversation was opened from', () => {
    expect(triage('What does this mean?', { hasTopic: true }).route).toBe('patient_consult');
  });
});

describe('triage never stumbles', () => {
  it.each([
    'a'.repeat(20_000),
    `show ${'all my '.repeat(2_000)}conditions`,
    `change my ${'x-'.repeat(3_000)}`,
    `${'please '.repeat(28)}x`,
    '😀'.repeat(500),
    '\u0000\u202e',
  ])('answers within a moment (case %#)', (text) => {
    const began = performance.now();
    expect(triage(text).route).toBeTruthy();
    expect(performance.now() - began).toBeLessThan(500);
  });
});
