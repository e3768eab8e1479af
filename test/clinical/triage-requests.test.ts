/** Rules 2 and 3: what is done in the side panel, and what only looks like it. */
import { describe, expect, it } from 'vitest';
import { triage } from '../../src/clinical/triage/triage.ts';

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
    ['can u list all my meds pls', 'Medications section', 'medications'],
    ["show me every tablet I'm on", 'Medications section', 'medications'],
    ["Let's see all the supplements I take", 'Medications section', 'medications'],
    ['list of all my operations', 'Procedures section', 'procedures'],
    ['all my immunisations', 'Procedures section', 'vaccinations'],
    ['let me see all my lab results from last year', 'Labs section', 'lab results'],
    ['what are all the allergies you have down for me', 'Allergies section', 'allergies'],
    ['bring up my weight graph for the past six months', 'Observations section', 'observations'],
    ['Open please the lab values of the last three years', 'Labs section', 'lab results'],
    ['show my bloods from March 2025', 'Labs section', 'lab results'],
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
    ['Save it please', share],
    ['Go ahead and share it with her', share],
    ['You have my birthday wrong, it is the 4th of May. Correct it.', edit],
    ['remove the aspirin from my list, I never took it', edit],
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
    ['let my physio see my notes', share],
    ['I want to give my husband access to my record', share],
    ['make a PDF of my conditions', share],
    ['could you pass my test results on to Dr Okafor', share],
    ['Add a medication to my list', edit],
    ['my height is down as 160, please change it to 165', edit],
    ["remove the penicillin allergy, it's wrong", edit],
    ["Delete yesterday's glucose", edit],
    ['could my carer have access to my medication list', share],
    ['save my record as a PDF', share],
    ['email it to me', share],
    ['I entered the wrong weight, can you change it', edit],
    ['the dose of my ramipril is out of date, please correct', edit],
    ['swap metoprolol for bisoprolol in my list', edit],
    ["My record lists 'heart attack 2014', that was never me, please take it off", edit],
    ["Remove the note that says 'self harm' from my file, wrong patient", edit],
    ['forward my discharge letter from March to Dr Okafor, he asked for it', share],
  ])('%s', (text, reply) => expect(triage(text)).toMatchObject({ route: 'share_or_modify', rule: '3', reply }));

  it.each([
    ['Send my results to my doctor. And is my cholesterol too high?', '4a'],
    ['Update my weight to 82 kg, is that a healthy weight for me?', '4a'],
    ['Should I change my medication?', '4a'],
    ['Can I change my medication?', '4a'],
    ['Can I change my tablets to the evening?', '4a'],
    ['log my blood pressure, 130/85', '4a'],
    ['share this with my son: what is croup?', '4b'],
    ['show me all my readings over 140 and tell me why they happen', '4a'],
    ['my records show high cholesterol, should I take a statin', '4a'],
    ['Delete my last reading, it hurts when I press there', '4a'],
    ['add milk to my list', '1'],
    ['I stopped taking lisinopril last week', '4a'],
    ['Can I share a drink with someone who has mono?', '4b'],
    ['What happens when you share needles?', '4b'],
  ])('more than that: %s', (text, rule) => expect(triage(text).rule).toBe(rule));
});
