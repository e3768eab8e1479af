/** The entry to medicine that needs no model: read a message, judge a value, check medicines, find red flags, answer from tables. */
export { amountOf, canonicalAmount } from './answers/amounts.ts';
export { type Aspect, aspectOf } from './answers/aspects.ts';
export { bareReading } from './answers/bare-readings.ts';
export { type CheckUp, checkUpsFor } from './answers/check-ups.ts';
export { childMedicine } from './answers/children.ts';
export { compareValues, differenceText } from './answers/comparison.ts';
export { compareDose, doseText, labelDose } from './answers/doses.ts';
export { followedBy, termFacts } from './answers/facts.ts';
export { BEFORE_COMBINING, generalAnswer } from './answers/general-answers.ts';
export type { Quote } from './answers/health-topics.ts';
export { quoteOn, rowOn } from './answers/health-topics.ts';
export { systemsOfTerm, termOf } from './answers/known-terms.ts';
export { limitFacts } from './answers/limits.ts';
export { asksOfMissed, asksOfSkin, onMissedDose, onPractice, onSituation } from './answers/practice.ts';
export { fromCanonical, rangeText, sourceText } from './answers/range-words.ts';
export {
  type DescribedReading,
  describe,
  describeReadings,
  isFever,
  shortTitle,
  toDescribe,
} from './answers/readings.ts';
export { explainReport } from './answers/report-words.ts';
export { conditionsBehind } from './answers/stands-for.ts';
export { ifStopped } from './answers/stopping.ts';
export {
  complaintFacts,
  conditionCautions,
  drugEffects,
  effectBehind,
  isEffect,
  knownEffect,
  type TopicFacts,
  topicFacts,
} from './answers/topic-facts.ts';
export { DAY_MS, shift } from './dates/calendar.ts';
export { findTimes } from './dates/dates.ts';
export { instantOf, localTime, type Moment, weekdayOf } from './dates/local-time.ts';
export { extractContext } from './extract/context.ts';
export { canBecome, changedBy, type DoseChange, doseChangesIn } from './extract/dose-changes.ts';
export { extractEntries } from './extract/entries.ts';
export { extractFindings } from './extract/findings.ts';
export { withImpliedNames } from './extract/implied-names.ts';
export { extractMeasurements } from './extract/measurements.ts';
export { isItsVaccine, vaccinesIn } from './extract/vaccines-spoken-of.ts';
export { unreadLanguage } from './language/unread-language.ts';
export { asksForTotal } from './medicines/daily-total.ts';
export { dailyTotal, dayDoses, timeIn, withChangedDose } from './medicines/day-doses.ts';
export { dosesIn, formIn, frequencyIn, routeIn } from './medicines/dosage.ts';
export { doseIn, productIn } from './medicines/drug-product.ts';
export {
  type Conflict,
  conflictLine,
  conflicts,
  substancesIn,
  swallowedIn,
  unknownSubstances,
} from './medicines/interactions.ts';
export { medicineSigns, signsTold } from './medicines/medicine-signs.ts';
export {
  type KnownOfPerson,
  type MedicineNamed,
  mayTellNews,
  medicinesNamed,
  medicineWarnings,
  onlyCompared,
} from './medicines/medicine-warnings.ts';
export { perDayIn, stockIn, takenToday, tellsSupply } from './medicines/supply.ts';
export { plansPregnancy } from './medicines/taker.ts';
export type { MedicineWarning } from './medicines/warning-texts.ts';
export { clauseOf, realityAt, understand } from './message/understand.ts';
export { isOtherPerson } from './message/understanding.ts';
export { DIASTOLIC, observationType, PRESSURE, SYSTOLIC } from './observations/observation-types.ts';
export {
  type Interpretation,
  interpret,
  personAt,
  type ReferenceRange,
  referenceRange,
  STANDING_WORDS,
  worseOf,
} from './observations/ranges.ts';
export { trendOf } from './observations/trends.ts';
export { findQuantities, type Quantity } from './quantities/find-quantities.ts';
export { COUNT_WORDS, numberOf } from './quantities/numbers.ts';
export { UNIT_SPELLINGS } from './quantities/unit-spellings.ts';
export { inferUnit, isPossible, isUcum, measureAlike, toCanonical, unitNamed } from './quantities/units.ts';
export { answerInWords, cannotRead } from './questions/answer.ts';
export { dateText, dayOrYear, momentText, saidDate, weekdayText } from './questions/date-words.ts';
export { daysFrom } from './questions/elapsed.ts';
export { drugGroupIn, panelIn, relatedTypes, testsOfSystem } from './questions/groups.ts';
export { onlyAsks, plainQuestion, questionsIn, withoutWorry } from './questions/parts.ts';
export { readPeriod } from './questions/period.ts';
export type { Intent } from './questions/question.ts';
export { readRecordQuestion } from './questions/read-question.ts';
export { capital, counted, inSentence, join, lines, rowsOf, unique } from './questions/rows.ts';
export { asksOfVisits } from './questions/subject.ts';
export { isAboutSomeoneElse } from './questions/whose.ts';
export { writeCypher } from './questions/write-cypher.ts';
export { besideAlarm } from './red-flags/beside-alarm.ts';
export { COMBINATION } from './red-flags/combinations.ts';
export { isOfLastWeeks, type Known } from './red-flags/known.ts';
export { redFlagsOver } from './red-flags/over-messages.ts';
export { withNumbers } from './red-flags/places.ts';
export { dependsOnRecord, type RedFlag, redFlagAdvice, redFlags } from './red-flags/red-flags.ts';
export { createMomentCache, ofWord, once } from './text/cache.ts';
export { AGE_OLD, UNDER_A_YEAR } from './text/child-ages.ts';
export { countWords } from './text/count-words.ts';
export { firstLink, withoutLinks } from './text/links.ts';
export { matchesOf } from './text/matches.ts';
export { patternsOf } from './text/patterns.ts';
export { CHILDREN, CLOSE_PEOPLE, FRIENDS, isRole, RELATIVES } from './text/persons.ts';
export { asksDifference, isLookup, isQuestion } from './text/questions.ts';
export { readingOf } from './text/reading.ts';
export { sentenceAt, sentencesOf } from './text/sentences.ts';
export { MONTH_START } from './text/time-words.ts';
export { hasAny, wordSet } from './text/word-sets.ts';
export { wordsOf } from './text/words.ts';
export { isCourtesy, type TriageContext } from './triage/conversation.ts';
export { plainText } from './triage/features.ts';
export { asksForHandover, asksWhatIsKnown } from './triage/handover.ts';
export { requestsIn } from './triage/requests.ts';
export { NON_HEALTH_REPLY, routeOf, type Triage, triage } from './triage/triage.ts';
export { bodySystemOf, systemsOf } from './vocabulary/body-systems.ts';
export { type Concept, conceptsIn } from './vocabulary/concepts.ts';
export { findTerms, type TermMatch, termNamed } from './vocabulary/find-terms.ts';
export { OBSERVATIONS } from './vocabulary/observations.ts';
export { termRows } from './vocabulary/rows.ts';
export { readTable } from './vocabulary/table.ts';
export type { Term, TermKind } from './vocabulary/term.ts';
