/**
 * Adult reference ranges in each observation's own unit, with the source named so that a reply can say where a judgement
 * comes from. The alert limits are the adult critical values that hospital laboratories commonly telephone to the ward; they vary a
 * little from place to place. A blank bound means that side has none. A row without a sex holds for everyone.
 */
import { readTable } from '../vocabulary/table.ts';

export const RANGE_SOURCES: Readonly<Record<string, string>> = {
  ABIM: 'American Board of Internal Medicine, laboratory test reference ranges',
  MLP: 'MedlinePlus (US National Library of Medicine), vital signs',
  ADA: 'American Diabetes Association, Standards of Care in Diabetes',
  NCEP: 'National Cholesterol Education Program, Adult Treatment Panel III (desirable levels)',
  KDIGO: 'KDIGO clinical practice guideline for chronic kidney disease',
  WHO: 'World Health Organization, adult BMI and waist classification',
  BTS: 'British Thoracic Society, guideline for oxygen use',
  ACC: 'ACC/AHA guideline on the management of blood cholesterol',
  AHA: 'AHA/ACCF/HRS recommendations for the standardization of the electrocardiogram',
  ASE: 'American Society of Echocardiography, chamber quantification',
  GOLD: 'Global Initiative for Chronic Obstructive Lung Disease',
  AASM: 'American Academy of Sleep Medicine',
  AAO: 'American Academy of Ophthalmology',
  NICE: 'National Institute for Health and Care Excellence, diagnostics guidance DG11',
  CDC: 'US Centers for Disease Control and Prevention, adult blood lead reference value',
  TJ: 'Teasdale and Jennett, Glasgow Coma Scale',
  PHQ: 'Kroenke and others, validity of the PHQ-9 (below 5: minimal)',
  GAD: 'Spitzer and others, the GAD-7 (below 5: minimal)',
  LABEL: 'US product label, usual therapeutic level',
  'MLP-LAB': 'MedlinePlus (US National Library of Medicine), urinalysis',
  'WHO-BONE': 'World Health Organization, bone density classification',
  'WHO-SEMEN': 'World Health Organization, laboratory manual for human semen, sixth edition',
};

export const REFERENCE_RANGES = readTable('reference-ranges', [
  'name',
  'sex',
  'low',
  'high',
  'alertLow',
  'alertHigh',
  'source',
]);
