/**
 * What a red flag sounds like, and what to do now. One family each; patterns are in people's own words. They err towards
 * alarm, but whether a phrase is said of somebody now is decided in assertion.ts, not here.
 *
 * Sources: chest pain, AHA/ACC chest pain guideline 2021; stroke, AHA/ASA and NINDS (BE-FAST); anaphylaxis, World Allergy
 * Organization 2020; breathing and unresponsiveness, AHA basic life support; sepsis and meningitis, NHS and CDC symptom
 * lists; suicidal thoughts, Columbia protocol and 988 Lifeline; pregnancy, ACOG urgent maternal warning signs; infant
 * fever, AAP guideline 2021 (under 3 months, 38.0 °C); poisoning, America's Poison Centers; bleeding, Stop the Bleed.
 */

export const EMERGENCY = 'call your local emergency number (911 in the US, 112 in the EU)';

export type Family = {
  family: string;
  advice: string;
  /** Any one of these is enough. */
  any?: readonly RegExp[];
  /** All of these together, anywhere in the message. The first one found is the evidence. */
  together?: readonly (readonly RegExp[])[];
  /** True where the words alarm even as a question or a fear: better asked once too often. */
  alsoAsked?: boolean;
};

const FEVER = /\b(?:fever|feverish|high temperature|temperature of (?:39|4\d|10[2-6]))\b/gi;
const PREGNANT = /\b(?:pregnant|weeks? along|(?:first|second|third) trimester|expecting a baby)\b/gi;
const YOUNG_INFANT =
  /\b(?:newborn|(?:\d|1[0-2]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[- ]weeks?[- ]old|(?:[12]|one|two)[- ]months?[- ]old|\d{1,2}[- ]days?[- ]old|(?:1?\d|two|three|four|five|six|seven|eight|nine|ten)[- ]day[- ]old)\b/gi;

export const FAMILIES: readonly Family[] = [
  {
    family: 'unresponsive',
    advice: `Please ${EMERGENCY} now. If the person does not breathe normally, start chest compressions; the operator will guide you.`,
    any: [
      /\b(?:just |suddenly |he |she |i |\w+ has )collapsed\b/gi,
      /\b(?:is |are |was |he's |she's )?(?:not|isn't|stopped|has stopped|barely) breathing\b/gi,
      /\b(?:is|he's|she's|found (?:him|her|them)) (?:unconscious|unresponsive|not responding|lifeless|limp and)/gi,
      /\b(?:won't|will not|can't|cannot) (?:wake|be woken|wake (?:him|her|them)) ?up\b|\bcan't wake (?:him|her|them|my \w+)\b/gi,
      /\bno pulse\b|\b(?:is|are|am|'s|'m) having (?:a |another )?(?:seizure|convulsions?|fit)\b|\bseizing right now\b|\bseizure (?:won't|will not|doesn't|does not) stop\b/gi,
    ],
  },
  {
    family: 'chest_pain',
    advice: `Chest pain or pressure can be a sign of a heart attack. If it is there now, ${EMERGENCY}; do not drive yourself.`,
    any: [
      /\b(?:chest|sternum|breastbone)[ -](?:pains?|pressure|tightness|discomfort|heaviness)\b/gi,
      /\b(?:pain|pains|pressure|tightness|heaviness|squeezing|crushing|burning|ache|tightening|stabbing)(?: \w+){0,2} (?:in|on|across|over|behind) (?:the (?:middle|center|centre|left side) of )?(?:my |the |his |her |your )?(?:\w+ )?(?:chest|breastbone|sternum)\b/gi,
      /\b(?:tight|heavy|crushing|painful) chest\b|\bchest (?:\w+ )?(?:hurts?|aches?|is (?:\w+ )?(?:hurting|tight|heavy|aching|in pain|killing)|feels? (?:\w+ )?(?:tight|heavy|crushed|like)|has been hurting|is being (?:crushed|squeezed))\b/gi,
      /\b(?:elephant|weight|something heavy) (?:is )?(?:sitting )?on (?:my|his|her) chest\b/gi,
      /\b(?:am|i'm|is|he's|she's|be) having a heart attack\b/gi,
    ],
  },
  {
    family: 'stroke',
    advice: `These can be signs of a stroke, where every minute counts. Please ${EMERGENCY} now and note when it began.`,
    any: [
      /\b(?:face|mouth|smile) (?:is |has |started |looks )?(?:\w+ )?(?:droop\w*|sagging|lopsided)\b|\bfacial droop\w*\b|\b(?:droop\w*|numb) (?:on )?(?:one )?side of (?:my|the|his|her) face\b/gi,
      /\b(?:slurr(?:ed|ing)(?: my| his| her)? (?:speech|words)|speech is slurred|slurring)\b/gi,
      /\b(?:sudden(?:ly)?|right|left|one)\b[^.?!\n]{0,30}\b(?:arm|leg|side|face|hand)\b[^.?!\n]{0,25}\b(?:numb|numbness|weak|weakness|paraly[sz]ed|won't move|can't move|went dead)\b/gi,
      /\b(?:numb(?:ness)?|weak(?:ness)?|paraly[sz]ed)\b[^.?!\n]{0,20}\b(?:on|in|of|down) (?:my |the |his |her )?(?:one|left|right) (?:side|arm|leg|half)\b/gi,
      /\b(?:can't|cannot|unable to|suddenly can't) (?:speak|talk|lift (?:my|his|her) (?:\w+ )?arm|move (?:my|his|her) (?:\w+ )?(?:arm|leg|side))\b/gi,
      /\bsudden(?:ly)? (?:\w+ )?(?:loss of vision|lost (?:\w+ )?(?:vision|sight)|vision loss|blind(?:ness)?|confusion)\b|\blost (?:my |the )?(?:vision|sight) in\b/gi,
      /\bworst headache (?:of|in) (?:my|his|her) life\b|\bthunderclap headache\b|\b(?:am|i'm|is|he's|she's|be) having a (?:mini[- ])?stroke\b/gi,
    ],
  },
  {
    family: 'breathing',
    advice: `Trouble breathing or a closing throat is an emergency. Please ${EMERGENCY} now. If an adrenaline pen has been prescribed, use it.`,
    any: [
      /\b(?:can't|cannot|can not|can hardly|can barely|could not|couldn't|unable to|hard to|struggl\w+ to|fighting to|difficult to) (?:breathe|catch (?:my|his|her) breath|get (?:any |enough )?air)\b(?! (?:through|out of) (?:my|his|her|the) nose)/gi,
      /\b(?:severe|sudden|extreme|serious|very bad|worsening|having(?: \w+){0,3})(?:ly)? (?:shortness of breath|breathlessness|difficulty breathing|trouble breathing|short of breath|breathing (?:problems|difficulty))\b/gi,
      /\b(?:very|extremely|so|suddenly) (?:short of breath|breathless)\b|\b(?:short of breath|breathless|shortness of breath) (?:at rest|while (?:sitting|resting|lying))|\b(?:gasping|choking|suffocating)\b/gi,
      /\bthroat (?:is |feels like it(?:'s| is) |feels )?(?:closing|swelling|swollen shut|tightening)\b|\b(?:lips?|tongue|throat)(?: and \w+)? (?:is |are |started |keeps? )?(?:swelling|swollen|swelled)(?: up)?\b|\bswollen (?:lips|tongue)\b/gi,
      /\b(?:lips|face|skin|fingernails) (?:are |is |turned |turning |went |look )+blue\b|\bturning blue\b|\banaphyla(?:xis|ctic)\b|\b(?:severe|serious|bad|having an) allergic reaction\b/gi,
    ],
    together: [
      [
        /\b(?:hives|swelling|swollen|rash all over)\b/gi,
        /\b(?:wheez\w*|trouble breathing|difficulty breathing|short of breath|shortness of breath|faint\w*|dizz\w*|throat)\b/gi,
        /\b(?:after|since|ate|eating|stung|sting|bite|bitten|took|taking|shot|peanut\w*|bee|wasp)\b/gi,
      ],
    ],
  },
  {
    family: 'suicidal_thoughts',
    advice: `I am very glad you said this. You do not have to be alone with it: if you could act on these thoughts, ${EMERGENCY} now. You can talk to someone at any hour: call or text 988 in the US and Canada, 116 123 (Samaritans) in the UK and Ireland, or find your local crisis line at findahelpline.com.`,
    any: [
      /\b(?:kill(?:ing)?|hurt(?:ing)?|harm(?:ing)?|cut(?:ting)?) (?:my ?self|him ?self|her ?self|themselves)\b(?! (?:laughing|at the gym|by accident|shaving|cooking|while))/gi,
      /\b(?:suicidal|(?:commit(?:ting)?|threaten(?:ing|s|ed)?|attempt(?:ing|ed|s)?|tried) (?:to commit )?suicide|(?:thinking|thoughts?|thought) (?:about|of) (?:suicide|dying|death|ending (?:it|my life))|plan(?:ning)? (?:my |a )?suicide)\b/gi,
      /\b(?:want|wants|wanted|wish|going|ready|plan|rather) to (?:die|be dead|end (?:it all|it|my life|his life|her life|everything))\b|\bend(?:ing)? (?:my|his|her|their) (?:own )?life\b|\bend it all\b/gi,
      /\b(?:wish i (?:was|were) dead|better off (?:dead|without me)|(?:no|any) reason to (?:live|go on)|nothing to live for|(?:no|any) point (?:in|to) (?:living|life|going on)|life (?:is not|isn't) worth living)\b/gi,
      /\b(?:don't|do not|doesn't|does not|no longer) want to (?:live|be alive|be here|wake up|exist|go on)(?: any ?more)?\b|\bcan't go on(?: living| any ?more)\b/gi,
    ],
    alsoAsked: true,
  },
  {
    family: 'poisoning',
    advice: `Possible poisoning or overdose: ${EMERGENCY} now, or poison control (1-800-222-1222 in the US), even without symptoms yet. Do not make the person vomit.`,
    any: [
      /\b(?:have |has |just |i |he |she )(?:\w+ )?overdosed\b(?! on (?:chocolate|coffee|netflix|sugar|cake|candy))|\b(?:am|i'm|is|he's|she's|be) overdosing\b/gi,
      /\b(?:took|taken|swallowed|ate|take) (?:\w+ ){0,3}(?:too (?:many|much)|(?:whole|entire|full) (?:bottle|pack|packet|box|strip|blister)|all (?:of )?(?:my|his|her|the) (?:pills|tablets|medication|meds|medicine)|(?:[2-9]\d|1[0-9]|\d{3}|ten|twelve|fifteen|twenty|thirty|fifty) (?:\w+ )?(?:pills|tablets|capsules))\b/gi,
      /\b(?:drank|drunk|swallowed|ate|eaten|ingested|inhaled) (?:\w+ ){0,4}(?:bleach|antifreeze|detergent|drain cleaner|pesticide|rat poison|lamp oil|gasoline|petrol|button battery|battery|batteries|magnets?|laundry pods?|cleaning (?:fluid|liquid|product|solution)|cleaner|poison\w*|mothballs?)\b/gi,
      /\b(?:child|kid|toddler|baby|son|daughter|grandson|granddaughter|he|she)(?: \w+)? (?:ate|swallowed|took|drank|got into) (?:\w+ ){0,3}(?:pills|tablets|medication|medicine|meds|vape|nicotine|edibles?)\b/gi,
      /\bcarbon monoxide (?:poisoning|alarm (?:is |went |going )|leak)\b/gi,
    ],
  },
  {
    family: 'bleeding',
    advice: `Heavy or internal bleeding is an emergency. Press firmly on a wound that you can reach, and ${EMERGENCY} now.`,
    any: [
      /\bbleeding (?:\w+ ){0,2}(?:won't|will not|doesn't|does not|isn't|is not) (?:stop|stopping)\b|\b(?:won't|will not|can't|cannot|doesn't|does not) stop (?:the )?bleeding\b/gi,
      /\b(?:bleeding (?:heavily|badly|profusely|out|a lot|uncontrollabl\w+)|(?:severe|heavy|uncontrolled|massive) bleeding|blood (?:is )?(?:spurting|gushing|pouring)|lost a lot of blood|losing a lot of blood)\b/gi,
      /\b(?:vomit(?:ing|ed|s)?|throw(?:ing|s)? up|threw up|cough(?:ing|ed|s)?(?: up)?|spit(?:ting)? up)(?: \w+){0,2} blood\b|\bblood in (?:my|his|her|the) vomit\b|\bcoffee[- ]ground vomit\b/gi,
      /\b(?:black|tarry|black,? tarry) (?:and tarry )?(?:stools?|poop)\b|\b(?:a lot of|lots of|large amounts? of) blood in (?:my|his|her|the) (?:stools?|poop|urine|pee)\b|\bsoak(?:ing|ed)? (?:through )?(?:a|one|more than one|two) pads? (?:an|every|per) hour\b/gi,
    ],
  },
  {
    family: 'pregnancy',
    advice: `Bleeding, strong pain or fewer movements in pregnancy need to be seen at once. Call your maternity unit now, or ${EMERGENCY} if bleeding is heavy, you feel faint or you cannot reach them.`,
    together: [
      [
        PREGNANT,
        /\b(?:bleeding|spotting|bleed|blood(?! pressure| test| sugar| work| type| count)|haemorrhag\w+|hemorrhag\w+)\b/gi,
      ],
      [
        PREGNANT,
        /\b(?:baby|it) (?:\w+ )?(?:isn't|is not|stopped|has stopped|hasn't been|not) mov(?:ing|ed)\b|\b(?:less|reduced|no) (?:fetal |baby )?movements?\b/gi,
      ],
      [
        PREGNANT,
        /\b(?:severe|strong|unbearable|sharp|terrible) (?:\w+ )?(?:abdominal|stomach|belly|pelvic) (?:pain|cramps)\b|\bwaters? (?:broke|has broken)\b|\bseeing (?:spots|stars|flashing lights)\b/gi,
      ],
    ],
  },
  {
    family: 'infant_fever',
    advice: `A fever in a baby under three months needs a doctor at once, even if the baby seems well. Go to an emergency department now, or ${EMERGENCY} if the baby is limp, hard to wake or breathing badly.`,
    together: [
      [
        YOUNG_INFANT,
        /\b(?:fever|feverish|febrile|high temperature|burning up|(?:temp|temperature)\D{0,20}(?:38(?:\.\d)?|39(?:\.\d)?|4[01](?:\.\d)?|100\.[4-9]|10[1-6](?:\.\d)?))/gi,
      ],
    ],
  },
  {
    family: 'sepsis',
    advice: `These together can be signs of sepsis or meningitis, which get worse within hours. Please ${EMERGENCY} now and say "could this be sepsis?".`,
    any: [
      /\b(?:blotchy|mottled) skin\b|\brash (?:that )?(?:does not|doesn't|won't|isn't) fad(?:e|ing)\b|\b(?:think|might|could) (?:\w+ ){0,3}(?:have|be|is) sep(?:sis|tic)\b|\bgoing septic\b/gi,
    ],
    together: [
      [
        FEVER,
        /\b(?:confus(?:ed|ion)|disoriented|delirious|not making sense|incoherent|very drowsy|hard to wake|barely awake)\b/gi,
      ],
      [FEVER, /\b(?:stiff neck|neck (?:is |feels )?(?:\w+ )?stiff|can't bend (?:my|his|her) neck)\b/gi],
      [
        FEVER,
        /\b(?:breathing (?:very |really )?(?:fast|rapidly)|rapid breathing|cold and clammy|not urinat\w+|haven't (?:peed|urinated)|racing heart)\b/gi,
        /\b(?:shiver\w*|chills|infect\w+|wound|confus\w+|clammy|weak)\b/gi,
      ],
    ],
  },
];
