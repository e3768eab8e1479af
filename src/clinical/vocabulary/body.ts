/**
 * Body systems and body parts. An organ that stands for its whole system ("liver" -> hepatic) is a body system; a place
 * where something can hurt ("knee") is a body site.
 */
import { tableOf } from './table.ts';

export const BODY_SYSTEMS = tableOf(
  ['name', 'aliases'],
  `
cardiovascular | heart, cardiac, cardiovascular system, circulation, circulatory system, cardio, blood vessels, arteries
respiratory | lung, lungs, pulmonary, respiratory system, breathing, airways
hepatic | liver, hepatic system, gallbladder, biliary
renal | kidney, kidneys, renal system, bladder, urinary tract, urinary system, urinary
neurological | brain, neuro, nervous system, nerves, neurologic, neurological system, spinal cord
gastrointestinal | =GI, digestive system, digestive, digestion, gut, bowel, bowels, intestine, intestines, colon, stomach, gastrointestinal system, pancreas
endocrine | thyroid, hormones, hormonal, endocrine system, metabolism, metabolic, adrenal glands, pituitary
musculoskeletal | bones, bone, joints, joint, muscles, muscle, musculoskeletal system, spine
dermatological | skin, dermatologic, nails
hematological | blood cells, bone marrow, hematologic, blood count, blood system
immune | immune system, lymph nodes, immunity
reproductive | ovaries, ovary, uterus, womb, prostate, testicles, testicle, vagina, vaginal, penis, reproductive system, menstrual cycle
mental | mental health, mood, psychiatric, psychological
ocular | eye, eyes, eyesight, vision
ent | ear, ears, nose, throat, sinuses, hearing, tonsils
oral | teeth, tooth, gums, mouth, tongue
`,
);

export const BODY_SITES = tableOf(
  ['name', 'system', 'aliases'],
  `
head | neurological | scalp, forehead, temple, temples
face | dermatological | cheek, cheeks
jaw | musculoskeletal |
neck | musculoskeletal |
chest | cardiovascular | breastbone, sternum
breast | reproductive | nipple
shoulder | musculoskeletal | shoulder blade
arm | musculoskeletal | left arm, right arm, upper arm, forearm
elbow | musculoskeletal |
wrist | musculoskeletal |
hand | musculoskeletal | left hand, right hand, palm
finger | musculoskeletal | thumb, fingertips
back | musculoskeletal | upper back, mid back
lower back | musculoskeletal | low back, lumbar spine
abdomen | gastrointestinal | belly, tummy, abdominal, upper abdomen, lower abdomen
side | renal | flank
groin | reproductive | pelvis
hip | musculoskeletal |
buttock | musculoskeletal | buttocks
leg | musculoskeletal | left leg, right leg
thigh | musculoskeletal |
knee | musculoskeletal | left knee, right knee
calf | musculoskeletal | calves, shin
ankle | musculoskeletal |
foot | musculoskeletal | feet, left foot, right foot, heel
toe | musculoskeletal | big toe
rib | musculoskeletal | ribs, rib cage
`,
);
