/**
 * Where the results stand in a clinical text: numbers with a laboratory's or a monitor's unit, bare numbers right behind the name of a
 * test, and the words that say how a test came out ("normal", "slightly elevated", "negative"). Spans only; whose they are and what
 * of, the extractors decide.
 */
import { findQuantities, type Quantity } from '../quantities/find-quantities.ts';
import { findTerms } from '../vocabulary/find-terms.ts';

export type LabValue = { start: number; end: number };

/** Measured on a body or its fluids, whatever stands before. */
const ALWAYS: ReadonlySet<string> = new Set(['concentration', 'pressure', 'temperature', 'acidity', 'activity']);
/** A result only where a test is named before it: a length may be a scar's, a time the stay's. */
const AFTER_NAME: ReadonlySet<string> = new Set([
  'none',
  'fraction',
  'rate',
  'flow',
  'length',
  'volume',
  'mass',
  'time',
  'dose',
  'speed',
  'energy',
  'amount',
]);
/** By weight, by day, by the hour: doses. */
const DOSED = /\/kg|\/d$|\/wk|^(?:[mu]?g|m?L|\[IU\]|U)\/h$|\/a$|\/m2\/|^\[IU\]$|^U$|^10\*\d\.U/;
const DOSE_AROUND =
  /\b(?:dose|doses|saline|dextrose|solution|cream|ointment|infusion|bolus|lidocaine|bupivacaine|daily|sodium\s+chloride|formalin|oxygen\s+(?:at|via|by|through|therapy))\b/iu;
/** Names of tests are endless; most end in one of these, or are capitals. */
const TEST_WORD =
  /\b(?:levels?|counts?|scores?|rates?|titers?|titres?|index|fraction|pressures?|ratio|volumes?|concentrations?|values?|saturation|sats?|temperature|pulse|weight|height|BMI|GCS|EF|LVEF|ejection|acuity|diameter|clearance|gradient|velocity|thickness|hemoglobin|haemoglobin|h(?:a)?ematocrit|creatinine|glucose|sodium|potassium|calcium|platelets?|leukocytes?|leucocytes?|neutrophils?|lymphocytes?|eosinophils?|bilirubin|albumin|protein|ferritin|lactate|troponin|urea|amylase|lipase|transaminases?|aminotransferase|phosphatase|dehydrogenase|kinase|cholesterol|triglycerides?|hormone|antigen|antibod(?:y|ies)|INR|ESR|CRP|WBC|RBC|MCV|ALT|AST|ALP|LDH|GGT|BUN|TSH|PSA|CEA|CA\s?\d+(?:-\d)?|PaO2|PaCO2|pO2|pCO2|HCO3|pH|SpO2|BP|HR|RR|Ki-?67|Apgar|SUV(?:max)?|z-?score|percentile|time|PT|aPTT|PTT|length|size)\b/iu;
const TEST_WORDS = new RegExp(TEST_WORD.source, 'giu');
const REACH = 60;
/** What may stand between the name of a test and its number. */
const FILLER =
  /^(?:[\s:=,([\]~∼≈-]|\([^()]{0,14}\)|\b(?:was|is|were|are|of|at|to|as|the|a|an|and|be|been|had|has|from|between|about|approximately|up|only|low|high|less|more|than|over|under|above|below|increased|decreased|dropped|declined|fell|rose|reached|showed|measured|remained|elevated|reduced|raised|estimated|calculated|maximum|minimum|peak|mean|level|levels|count|value|values|score|result|results|max|total)\b)*$/iu;
const ADVERB =
  '(?:(?:very|mildly|slightly|markedly|moderately|severely|significantly|considerably|exceedingly|strongly|weakly|marginally|highly|extremely|abnormally|borderline|persistently|further|within|completely|grossly|otherwise|diffusely|focally|bilaterally|repeatedly|minimally|gradually)\\s+)?';
const WORDS = [
  'within\\s+(?:the\\s+)?(?:normal|reference|therapeutic)\\s+(?:limits?|range|ranges|values)',
  'in\\s+(?:the\\s+)?(?:normal|reference)\\s+range',
  '(?:above|below)\\s+(?:the\\s+)?(?:normal|reference)\\s+(?:limits?|range)',
  'non-?tender|non-?distended',
  'no\\s+(?:significant\\s+|remarkable\\s+|pathological\\s+)?(?:abnormalit(?:y|ies)|abnormal\\s+findings?|changes|remarkable\\s+findings|growth)',
  'not\\s+detect(?:ed|able)|undetectable|non-?reactive|reactive(?!\\s+protein)|inconclusive|indeterminate',
  'normal(?:ised|ized|ization|isation)?(?!\\s+(?:ranges?|values?|limits?|ratio|reference|for\\s+age))|abnormal|subnormal|negative|positive|positivity|negativity|elevated|raised|increased|decreased|reduced|diminished|unremarkable',
  'stable|intact|sterile|unchanged|insufficient|deficient',
  '(?:worsen(?:ing|ed)|improv(?:ed|ement)|increase|reduction|decrease|absent|absence)',
  'high|low|higher|lower|poor|good|impaired|prolonged|preserved|uneventful|poorly\\s+controlled|clear',
];
const RESULT_WORD = new RegExp(`(?<![\\p{L}-])${ADVERB}(?:${WORDS.join('|')})(?![\\p{L}])`, 'giu');
/** "Normal saline", "low back", "high school", "increased to 20 mg": the word says no result. */
const NO_RESULT_AFTER =
  /^\s*(?:saline|school|back|birth|delivery|vaginal|blood\s+pressure\s+medic|risk|resolution|dose|doses|suspicion|index\s+of\s+suspicion|incidence|grade|power|quality|prognosis|general\s+health|health|life|development|pregnancy|-?\s?dose|to\s+\d|fat|sodium\s+diet|diet|child|children|controls?|individuals|people|variants?|epithelial|tissue|appearing|pressure\s+hydrocephalus|cell|thyroid\s+tissue|margin)/iu;
const REFERENCE_AFTER = /^\s*(?:[<>≤≥:]|\(?\d|is\s+\d)/u;
const HISTORY = /\bhistory\b[^.;]*$|\b(?:limit\s+of|than|above|below)\s+$/iu;
const WEAK =
  /^(?:high|low|higher|lower|poor|good|clear|intact|worsening|worsened|improved|improvement|preserved|impaired|prolonged|uneventful|reduced|increased|decreased|diminished|unchanged|insufficient|deficient|increase|reduction|decrease|absent|absence)$/iu;

/** "(normal range, 12–16 g/dL)", "[12-16]": what a result is held against is no result. */
const REFERENCE_BEFORE =
  /\b(?:normal|reference|ref\.?|RV|NR|RR|norm|range|cut-?off|upper\s+limit|ULN|LLN)\b\s*(?:range|value|values|limits?|levels?|interval|is|of|for\s+\w+)?\s*(?:\(?(?:RV|NR)\)?)?\s*[:,=]?\s*(?:is\s+)?[<>≤≥]?\s*$/iu;
const OPENS_BRACKET = /[\d%\p{L}]\s?[([]\s?$/u;
const CLOSES_BRACKET = /^\s?[)\]]/u;
const STAGE =
  /\b(?:NYHA\s+(?:functional\s+)?class|grade|stage|class|ECOG|Gleason)\s+(?:score\s+)?(?:I{1,3}V?|IV|V|\d)[ABCabc]?\b|\b[cp]?T[0-4][a-d]?N[0-3x][a-c]?(?:M[01x])?\b/gu;
/** A pain of 8/10, a coma scale of 10/15, an acuity of 20/70 or 6/24; pressures "in the 90s". */
const OF_MANY =
  /(?<![\d/.])(?:\d{1,2}\/1[05]|20\/\d{2,3}|6\/\d{1,2})(?![\d/])|\b(?<=\b(?:in|to)\s(?:the\s)?(?:(?:low|high|mid)(?:er)?[\s-])?)\d{2,3}['’]?s\b/gu;
const SIGN = /(?<=[\p{L}\p{N}]\s?)\(\s?([+−–-]{1,4})\s?\)/gu;

export function labValuesIn(text: string): LabValue[] {
  const names = findTerms(text)
    .filter(({ term }) => term.kind === 'observation')
    .map(({ end }) => end);
  const spans = findQuantities(text)
    .filter((quantity) => isResult(text, quantity, names))
    .map(({ start, end, comparisonStart }) => ({ start: comparisonStart ?? start, end }));
  for (const match of text.matchAll(RESULT_WORD)) {
    const [start, end] = [match.index, match.index + match[0].length];
    if (saysResult(text, match[0], start, end)) add(spans, start, end);
  }
  for (const pattern of [STAGE, OF_MANY, SIGN]) {
    for (const match of text.matchAll(pattern)) add(spans, match.index, match.index + match[0].length);
  }
  return spans.sort((a, b) => a.start - b.start);
}

function isResult(text: string, quantity: Quantity, names: readonly number[]): boolean {
  const { start, end, dimension, ucum = '', second, value } = quantity;
  if (DOSED.test(ucum) || isReference(text, quantity)) return false;
  const around = text.slice(Math.max(0, start - 20), end + 24);
  if (second !== undefined) return true;
  if (ALWAYS.has(dimension)) return !DOSE_AROUND.test(around);
  if (dimension === 'rate') return /\/min$|^Hz/.test(ucum);
  if (!AFTER_NAME.has(dimension)) return false;
  if (dimension === 'none' && value !== undefined && Number.isInteger(value) && value >= 1900 && value <= 2100)
    return false;
  if (DOSE_AROUND.test(around)) return false;
  if (dimension === 'fraction') return true;
  const named = names.findLast((at) => at <= start) ?? -REACH;
  return (start - named < REACH && FILLER.test(text.slice(named, start))) || namedBefore(text, start);
}

function add(spans: LabValue[], start: number, end: number): void {
  if (!spans.some((span) => span.start < end && start < span.end)) spans.push({ start, end });
}

function isReference(text: string, { start, end, low, comparisonStart }: Quantity): boolean {
  const lead = text.slice(Math.max(0, start - 36), comparisonStart ?? start);
  if (REFERENCE_BEFORE.test(lead)) return true;
  return low !== undefined && OPENS_BRACKET.test(lead) && CLOSES_BRACKET.test(text.slice(end, end + 3));
}

/** The last name of a test before a place, with nothing but small words between. */
function namedBefore(text: string, start: number): boolean {
  const lead = text.slice(Math.max(0, start - REACH), start);
  let end = -1;
  for (const match of lead.matchAll(TEST_WORDS)) end = match.index + match[0].length;
  return end >= 0 && FILLER.test(lead.slice(end));
}

function saysResult(text: string, word: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 24);
  if (
    NO_RESULT_AFTER.test(after) ||
    REFERENCE_AFTER.test(after) ||
    HISTORY.test(text.slice(Math.max(0, start - 30), start))
  )
    return false;
  if (!WEAK.test(word)) return true;
  const lead = text.slice(Math.max(0, start - 40), start);
  return TEST_WORD.test(`${lead} ${after}`);
}
