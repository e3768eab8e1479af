/**
 * The demo patient's story, as messages that a person could have sent. They are really sent, so what the pages show is what Medfleet
 * makes of them. Dates are in the past of whoever asks: a demo never looks old.
 */

type Conversation = { id: string; messages: readonly string[] };

/** All ids of demo patients begin with it; pages mark them. */
export const DEMO_PREFIX = 'demo-';
export const DEMO_PATIENT = `${DEMO_PREFIX}anna`;

export function demoConversations(now: Date): Conversation[] {
  const ago = (months: number, day = 12) => daysBefore(now, months, day);
  return [
    {
      id: `${DEMO_PATIENT}-history`,
      messages: [
        'I am a 58 year old woman. I have had type 2 diabetes since 2019 and high blood pressure since 2016.',
        'I take metformin 500 mg twice a day and lisinopril 10 mg once a day. I am allergic to penicillin, it gives me a rash.',
        'My mother had breast cancer at 52 and my father has type 2 diabetes.',
        `My HbA1c was 8.1 % on ${ago(15)}. My HbA1c was 7.7 % on ${ago(11)}. My HbA1c was 7.3 % on ${ago(7)}. My HbA1c was 6.9 % on ${ago(3)}.`,
        [
          `My blood pressure was 158/96 on ${ago(9, 3)}.`,
          `My blood pressure was 149/92 on ${ago(7, 20)}.`,
          `My blood pressure was 144/88 on ${ago(5, 9)}.`,
          `My blood pressure was 136/84 on ${ago(2, 16)}.`,
        ].join(' '),
        `My LDL cholesterol was 4.1 mmol/L on ${ago(15)}. My LDL cholesterol was 3.2 mmol/L on ${ago(3)}. My creatinine was 82 µmol/L on ${ago(3)}. My weight was 84 kg on ${ago(9, 3)}. My weight was 79 kg on ${ago(2, 16)}.`,
        `I saw Dr. Weber at the Riverside Clinic on ${ago(2, 16)} for a check-up.`,
      ],
    },
    {
      id: `${DEMO_PATIENT}-questions`,
      messages: [
        'How has my HbA1c developed?',
        'Is it safe for me to take amoxicillin?',
        'What does metformin do?',
        'I have had a dry cough for three weeks. Could it be the lisinopril?',
      ],
    },
    {
      id: `${DEMO_PATIENT}-emergency`,
      messages: ['I have had crushing chest pain for twenty minutes and my left arm is numb.'],
    },
  ];
}

export const DEMO_RESEARCH = {
  name: 'Diabetes and heart research',
  description: 'Follows trials of SGLT2 inhibitors in type 2 diabetes.',
  message: 'Find trials of SGLT2 inhibitors in type 2 diabetes and report what they found.',
  triggers: [
    { schedule: 'every Monday at 8', instruction: 'Look for new trials of SGLT2 inhibitors in type 2 diabetes.' },
    // So that there soon is one that has fired.
    { schedule: '+1 minute', instruction: 'Look again for trials of SGLT2 inhibitors in type 2 diabetes.' },
  ],
  mail: 'Email the report to dr.weber@example.org',
} as const;

/** As people write dates: "12 March 2026". */
function daysBefore(now: Date, months: number, day: number): string {
  const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day));
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
