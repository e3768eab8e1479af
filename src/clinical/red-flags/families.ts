/**
 * The families of red flags, the most urgent first, and what to do now in each. {emergency}, {crisis}, {poison} and {violence}
 * become the numbers of the place where the person is (places.ts).
 *
 * Sources: unresponsive and choking, AHA basic life support 2020 and Resuscitation Council UK; seizures, NHS and CDC seizure
 * first aid (5 minutes); anaphylaxis, World Allergy Organization 2020 and Resuscitation Council UK 2021; chest pain, AHA/ACC
 * guideline 2021 and NHS; stroke, AHA/ASA and NHS (FAST); breathing, GINA 2023 and NHS; bleeding, Stop the Bleed and NICE
 * NG141/CG141; poisoning, America's Poison Centers and NHS; suicidal thoughts, 988 Lifeline, Samaritans and NICE NG225;
 * pregnancy, ACOG urgent maternal warning signs, CDC Hear Her and RCOG; infant fever, AAP 2021 and NICE NG143; sepsis and
 * meningitis, NHS, CDC, NICE NG51 and NG240; head injury, NICE NG232; abdomen and torsion, NHS and AUA; eye, NHS and AAO;
 * spine, NICE CKS and GIRFT cauda equina pathway 2023; diabetes, ADA standards of care and Diabetes UK; heat and cold, CDC
 * and NHS; violence, US National Domestic Violence Hotline, Refuge UK and WHO.
 */

type FamilyAdvice = { family: string; advice: string };

export const FAMILIES: readonly FamilyAdvice[] = [
  {
    family: 'unresponsive',
    advice:
      'Please {emergency} now. If the person does not breathe normally, start chest compressions; the operator will guide you. In a seizure keep them from hurting themselves, put nothing in the mouth, time it, and lay them on their side when it ends.',
  },
  {
    family: 'anaphylaxis',
    advice:
      'This can be a severe allergic reaction (anaphylaxis). If there is an adrenaline pen (EpiPen), use it now in the outer thigh, then {emergency}. Lie down with the legs raised, or sit up if breathing is hard; a second pen may be used after 5 minutes. Go to hospital even if it gets better.',
  },
  {
    family: 'breathing',
    advice:
      'Trouble breathing like this is an emergency: please {emergency} now. Sit upright. With asthma, take the reliever inhaler, one puff every 30 to 60 seconds up to 10. If somebody is choking and cannot cough or speak: 5 blows between the shoulder blades, then 5 thrusts to the belly (for a baby, to the chest), and again.',
  },
  {
    family: 'chest_pain',
    advice:
      'This can be a sign of a heart attack. If it is there now, {emergency}; do not drive yourself. Sit down and rest. Unless you are allergic or were told not to, chew one adult aspirin (300 to 325 mg) while you wait.',
  },
  {
    family: 'stroke',
    advice:
      'These can be signs of a stroke, where every minute counts, even if they pass. Please {emergency} now, note when it began, and give nothing to eat or drink.',
  },
  {
    family: 'suicidal_thoughts',
    advice:
      'I am very glad you said this. You do not have to be alone with it: if you, or the person you mean, could act on it now or are hurt, {emergency}, and do not stay alone. You can talk to someone at any hour: {crisis}. Put medicines, blades or weapons out of reach if you can.',
  },
  {
    family: 'poisoning',
    advice:
      'Possible poisoning or overdose: {emergency} now if the person is drowsy, breathes badly or fits; otherwise call {poison} at once, even without symptoms yet. Do not make the person vomit, and keep the package. For fumes or gas, get everyone into fresh air first; for opioids, give naloxone if there is some.',
  },
  {
    family: 'bleeding',
    advice:
      'Heavy or internal bleeding is an emergency. Press firmly on a wound that you can reach and keep pressing, and {emergency} now. Vomited blood, black stools or much blood from below need the emergency department today, at once if you feel faint.',
  },
  {
    family: 'head_injury',
    advice:
      'After a blow to the head this needs an emergency department now: {emergency} if there is drowsiness, a seizure, repeated vomiting, weakness, confusion or fluid from nose or ear. Do not leave the person alone, and keep the neck still if it hurts.',
  },
  {
    family: 'pregnancy',
    advice:
      'In pregnancy, or soon after birth, this needs to be seen at once. Call your maternity unit now, or {emergency} if bleeding is heavy, you feel faint, the birth has begun too early or you cannot reach them.',
  },
  {
    family: 'infant_fever',
    advice:
      'A fever (38 °C or 100.4 °F and above) or a low temperature in a baby under three months needs a doctor at once, even if the baby seems well. Go to an emergency department now, or {emergency} if the baby is limp, hard to wake or breathing badly. Give no medicine before a doctor has said so.',
  },
  {
    family: 'sepsis',
    advice:
      'These together can be signs of sepsis or meningitis, which get worse within hours. Please {emergency} now, or go to an emergency department at once, and ask "could this be sepsis?".',
  },
  {
    family: 'acute_abdomen',
    advice:
      'Pain or trouble like this in the belly, groin or testicle can need an operation within hours. Go to an emergency department now, or {emergency} if you feel faint or cannot get there. Do not eat or drink until you have been seen.',
  },
  {
    family: 'cauda_equina',
    advice:
      'Numbness between the legs, a bladder or bowel that does not obey, or weak legs can mean pressure on the spinal nerves, which can become permanent within hours. Go to an emergency department now; after an accident do not move and {emergency}.',
  },
  {
    family: 'diabetes',
    advice:
      'Sugar that is far too low or far too high is an emergency. If it is low or you cannot tell, and the person can swallow: 15 to 20 g of fast sugar now (juice, glucose tablets), and measure again after 15 minutes. If drowsy, fitting or unable to swallow: nothing by mouth, glucagon if there is some, and {emergency}. With vomiting, ketones, fast breathing or a reading that stays very high, go to an emergency department now.',
  },
  {
    family: 'eye',
    advice:
      'This can cost sight and needs an emergency eye service or emergency department now. If a chemical got into the eye, first rinse with plenty of clean water for at least 20 minutes. Do not rub or press, and do not pull out anything that is stuck.',
  },
  {
    family: 'heat_cold',
    advice:
      'This can be heat stroke (or, in the cold, hypothermia): please {emergency} now. Too hot: into the shade, clothes off, wet the skin with cool water and fan. Too cold: out of the cold and wet, warm the trunk slowly with blankets, do not rub. Drinks only if fully awake.',
  },
  {
    family: 'violence',
    advice:
      'I am sorry this is happening; it is not your fault. If you or someone else is in danger now, {emergency}. You can talk to people who help with this, in confidence: {violence}. After being choked, hit on the head or raped, see a doctor today even if you feel all right.',
  },
];

const ADVICE = new Map(FAMILIES.map(({ family, advice }) => [family, advice]));

export function familyAdvice(family: string): string {
  return ADVICE.get(family) ?? '';
}
