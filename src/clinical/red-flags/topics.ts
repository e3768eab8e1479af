/**
 * Is something only spoken of? "What causes chest pain", "call if she gets chest pain", "in the film he clutches his chest". Such
 * words hold for their own clause; who then goes on with "and my arm is numb" speaks of himself: "we were watching a film
 * and my arm went numb". A story, and somebody who was only supposed, hold for "he" and "she" in the rest of the sentence too.
 */

import { wordSet } from '../text/word-sets.ts';
import { type Message, says } from './words.ts';

const SUPPOSED =
  /\b(?:(?<!\b(?:as|even|know|sure|wonder|wondering|tell|see|ask|asking|certain|unsure|and|help|me|kill\w* (?:me|him|her|my|him|her)self) )if (?:i|i'm|im|i've|you|you're|he|he's|she|she's|they|it|it's|we|someone|somebody|one|a|an|the|there|people|anyone|my \w+|your \w+|symptoms)\b(?! (?:touch|press|push|move|cough|breathe|stand|walk|lie|sit|bend|swallow)\w*)|if (?:[\w']+ ){0,2}(?:should|were to|ever)|dream\w* (?:in which|that|where|about|of)|how (?:do|can|would|will|should) (?:i|you|we|one) (?:know|tell)|in case (?:of|i|you|he|she)|what if|when (?:you|someone|a person|people|one|to|should|do|does|is|are)\b|whenever|risks? (?:of|for|factors)|at risk|chances? of|worried (?:that )?(?:i|he|she) (?:might|could|may) (?:get|have)|watch (?:out )?for|look out for)\b/i;
// The rare word first, and then what stands before it: a pattern that begins with "for" or "of" begins everywhere.
const GENERAL =
  /\b(?:prevent\w*|avoid\w*|how (?:to|do paramedics|do doctors|do you|does one|are|is|long|common|likely|often)|what happens (?:in|when|if|to|with|during)|(?:can|could|does|may|might) (?:\w+ ){1,4}?causes?\b(?! (?:my|this|these|me|his|her|such)\b)|caus(?:es?|ing|ed) (?:of|by)|what causes?|(?<!(?:show\w*|has|have|having|ha[sd] all|with|got)(?: the| all| all the| some)? )(?:signs? of|symptoms? of)|symptoms? (?:for|in)|stages of|types of|treatments? (?:of|for)|diagnosis of|management of|treated|meaning of|side effects?|may cause|might cause|can lead to|leads? to|difference between|complications?|definition|antidotes?|swears? by|swore by|remed(?:y|ies) for|have you ever|learn\w* (?:about|cpr|how)|research\w*|statistics?|(?<!(?:heart|pulse|breathing|respiratory) )rates?|(?:courses?|class|exam|training)(?<=\b(?:for|about|on|of) (?:(?:an?|my|our|the|his|her) )?(?:\w+ ){0,2}\w+)|(?:exam|training|first aid|cpr) (?:questions?|q|courses?|class|training)|homework|essay|protocol|hazards?|genetic|hereditary|contagious|according to|guidelines?|considered|counts? as|in general|generally|awareness|warning signs|hotline|vaccine (?:for|against))\b/i;
/** Told by somebody else, or made up. */
const STORY =
  /\b(?:articles?|movies?|films?|in (?:the|a) (?:tv )?(?:series|show)|novels?|stor(?:y|ies)|books?|songs?|documentar\w+|(?:video|computer|online) games?|my character|episode|podcast|news|read(?:ing)? (?:a lot |lots |up )?(?:about|that|online|on)|textbooks?|coursework|school play|(?:first|one|another|next|last) scene|script)\b/i;
/** Of whom a story may be about: not of who only watches or reads it. */
const STORY_OF =
  /\b(?:movie|film|series|show|novel|story|book|song|documentary|game|episode|podcast|article|news|scene|play|script|chapter|textbook)\b(?<=\b(?:in|from|of|about|on|for) (?:an?|the|this|that|my|our|one|some|his|her) (?:\w+ ){0,2}\w+)|\bin (?:the )?(?:movies|films|books|games|stories|novels|news)\b|\b(?:movie|film|series|show|novel|story|book|song|documentary|episode|podcast|article|play|script) (?:about|where|in which|with an?)\b|\bmy character\b|\bread (?:about|that|online)\b|\b(?:knew|know|knows|heard|read|case) (?:of |about )?(?:somebody|someone|an? \w+|people|an accident)(?: \w+){0,4} (?:who|whose|in which)\b|\bdischarge (?:letters?|summary|report)\b|\b(?:they|it) said (?:that|on)\b/i;
/** Somebody who is only supposed, or anybody. */
const ANYBODY = /\b(?:someone|somebody|anyone|a person|people|one's|a (?:child|patient|baby|victim)|you|your)\b/i;
/** What somebody is afraid of, or waits for, has not come: "afraid of having a stroke". Not "afraid of my husband". */
const FEARED =
  /\b(?:until (?:i|he|she) (?:can't|cannot|cant)|(?:afraid|scared|frightened|terrified|worried|anxious|fear|dread) (?:of|about) (?:getting|having|suffering|developing|choking|catching|an?|another))\b/i;
/** What a message is for: nobody in it needs help, unless it says so of "me" or "my". */
const PURPOSES =
  'coursework|homework|essay|assignment|exam|dissertation|presentation|slides|lecture|school play|novel|screenplay|script|quiz|journal club|handout|leaflet|emergency plan|policy|podcast|eulogy|notice|course|training|theory test|news|medical tent|book club';
const PURPOSE = new RegExp(
  `(?<!\\b(?:sorry|apologies|apologise|excuse) )\\b(?:for|writing|write|preparing|updating|teaching|revising|rewriting|planning|doing|finished|about) (?:[\\w']+ ){0,4}(?:${PURPOSES})\\b|\\b(?:a|purely|just) hypothetical\\b|\\bpub quiz\\b|\\bgiv(?:e|ing) an? (?:\\w+ ){0,2}talk\\b|\\bi'm an? (?:barrister|solicitor|lawyer|historian|journalist|novelist|author|screenwriter|crime writer)\\b|\\bas a volunteer on an? \\w+line\\b`,
  'i',
);
const PURPOSE_WORDS = wordSet(
  `${PURPOSES.replace(/[ |]/g, ' ')} hypothetical talk barrister solicitor lawyer historian journalist novelist author screenwriter writer volunteer`,
);
/** An if of what has happened: "what should I do if my son swallowed bleach". */
const HAPPENED =
  /(?<!\b(?:would|could|might) (?:[\w']+ ){0,6})\bif (?:my|our|his|her|he|she) (?:\w+ ){0,2}?(?:just |has |have |accidentally )*(?:[a-z]{3,}ed|drank|drunk|ate|eaten|took|taken|fell|fallen|hit|bit|cut|broke)\b/i;

const JOINT =
  /(?:[,;:(–—-]|\b(?:and|but|so|then|because|cause|cuz|while|when|since|that|as|now|today|tonight|suddenly|plus|also)\b)\s*(?:(?:and|but|so|then|now|today|tonight|suddenly|just|also|because|since|when|this morning)\s+)*(?=(?:i|i'm|im|i've|ive|i'd|my|me|we|we're|our|he|he's|hes|she|she's|shes|his|her|it|it's|its|there's|there is|mum|mom|dad|baby|husband|wife|son|daughter|(?:the|our|a|an) (?:baby|child|kid|girl|boy|man|woman|lady|guy|friend|colleague|patient|neighbou?r|pain|bleeding))\b)/gi;
/** How far from what is said its subject stands at most. */
const NEAR_WORDS = 5;
const FIRST = /\b(?:i|i'm|im|i've|ive|i'd|my|me|myself|we|we're|we've|our|us)\b/i;
/** After the phrase these make it a topic too: "… is hereditary?", "… prevention". */
const AFTER =
  /\b(?:hereditary|genetic|contagious|prevention|statistics?|(?<!(?:heart|pulse|breathing|respiratory) )rates?|awareness|recovery time|in general|considered|according to|protocol|hazards?|treated|cured|diagnosed|mean|symptoms|caused by|curable|diet)\b/i;

/** `before` and `phrase` as they follow one another in a sentence. */
export function isOnlySpokenOf(before: string, phrase: string): boolean {
  const own = before.slice(lastJoint(before));
  const supposed = SUPPOSED.test(own) && !HAPPENED.test(own + phrase);
  if (supposed || FEARED.test(own + phrase) || GENERAL.test(own) || STORY.test(own)) return true;
  if (isStory(before, phrase)) return true;
  if (own.length === before.length || FIRST.test(own + phrase)) return false;
  return ANYBODY.test(before) && (SUPPOSED.test(before) || GENERAL.test(before));
}

/** Of somebody in a book, the news or a letter. */
export function isStory(before: string, phrase: string): boolean {
  const begin = lastJoint(before);
  const own = begin === 0 ? isOwn(before, phrase) : FIRST.test(before.slice(begin) + phrase);
  return !own && STORY_OF.test(before);
}

export function isTopicBehind(after: string): boolean {
  return SUPPOSED.test(after) || GENERAL.test(after) || STORY.test(after) || AFTER.test(after);
}

/** A message that says what it is for. */
export function isForLearning(message: Message, text: string): boolean {
  return says(message, PURPOSE_WORDS) && PURPOSE.test(text);
}

/** "My son is …", and not "we are writing a play in which she …". */
export function isOwn(before: string, phrase: string): boolean {
  return FIRST.test(before.split(' ').slice(-NEAR_WORDS).join(' ') + phrase);
}

/** Where the last clause with a subject of its own begins. */
function lastJoint(before: string): number {
  let begin = 0;
  JOINT.lastIndex = 0;
  for (let match = JOINT.exec(before); match; match = JOINT.exec(before)) begin = match.index + match[0].length;
  return begin;
}
