/** English words that say how others belong together, and nothing by themselves. The classes are closed: the list does not grow. */

const ARTICLES_AND_PRONOUNS =
  'a an the this that these those i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself ' +
  'she her hers herself it its itself they them their theirs themselves who whom whose which what one ones each every either neither ' +
  'some any all both few many much more most several other others another such same own none nobody nothing something anything ' +
  'everything everyone someone anyone here there where when why how';
const PREPOSITIONS_AND_CONJUNCTIONS =
  'about above across after against along among around as at before behind below beneath beside between beyond by down during except ' +
  'for from in inside into like near of off on onto out outside over past per since through throughout till to toward towards under ' +
  'until up upon via with within without and or but nor so yet if then than because although though while whereas unless whether';
const AUXILIARIES_AND_ADVERBS =
  'be am is are was were been being have has had having do does did doing done can could may might must shall should will would ought ' +
  'not no never only also too very just even still again ever once already now rather quite almost perhaps however therefore thus ' +
  "hence indeed instead otherwise else etc let get got isn't aren't wasn't weren't don't doesn't didn't can't cannot couldn't won't " +
  "wouldn't shouldn't hasn't haven't hadn't it's i'm there's that's";

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  [ARTICLES_AND_PRONOUNS, PREPOSITIONS_AND_CONJUNCTIONS, AUXILIARIES_AND_ADVERBS].flatMap((list) => list.split(' ')),
);

/** A statement with one of these says the opposite of the statement without it. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  "not no never none nothing nobody neither nor cannot without isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't shouldn't hasn't haven't hadn't".split(
    ' ',
  ),
);
