/** SupervisorAgent without a model: who answers a message. It answers itself only where nobody else could. */
import { readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule, RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { type Exercise, exerciseIn } from '../exercise.ts';
import { handOver, say, use, wordsIn } from './answers.ts';
import { readWish, spanDays, type Wish } from './wish.ts';

const WELCOME = [
  'I am your study tutor for medicine. I can:',
  '- explain a topic ("explain hypertension")',
  '- quiz you ("quiz me on asthma")',
  '- make and review flashcards ("make flashcards on statins", "review my flashcards")',
  '- find passages in your library ("find insulin in my notes")',
  '- show your progress ("what’s my progress?") and plan your reviews ("my study plan").',
].join('\n');

const NOT_HANDED_OVER = 'I could not pass this on. Please say it in other words.';

/** What each remote agent is asked by a tool call, where the message says more than a hand-over could. */
const ANALYTICS = 'transfer_to_analytics';
const SCHEDULER = 'transfer_to_scheduler';
const MOST_DAYS = 366;
const MOST_PLANNED = 30;

export const supervise: Rule = (request) => {
  const { text, responses } = readConversation(request);
  for (const name of [ANALYTICS, SCHEDULER]) if (responses.has(name)) return say(wordsIn(responses.get(name)));
  // A hand-over that was allowed does not come back here.
  if (responses.has('transfer_to_agent')) return say(NOT_HANDED_OVER);
  const wish = readWish(text);
  const exercise = exerciseIn(request.context.state);
  if (exercise && !wish.directed) return backTo(exercise);
  if (wish.stops) return say('No quiz or review is open. Nothing is changed.');
  if (wish.thanks && wish.things.size === 0) return say('You are welcome.');
  return route(wish, text);
};

function backTo({ kind }: Exercise): RuleAnswer {
  return kind === 'quiz'
    ? handOver('QuizAgent', 'an answer to the open question')
    : handOver('FlashcardAgent', 'an answer to the open card');
}

function route({ things, making, medical, asks, aboutTutor }: Wish, text: string): RuleAnswer {
  if (things.has('progress') && things.has('quiz'))
    return handOver('QuizWithProgress', 'a quiz together with the progress');
  if (things.has('progress') && things.has('notes'))
    return handOver('RetrievalAgent', 'what the notes hold, then the progress on it');
  if (things.has('progress')) return progress(text);
  if (things.has('cards') && (making || !things.has('plan'))) return handOver('FlashcardAgent', 'flashcards');
  if (things.has('quiz')) return handOver('QuizAgent', 'a quiz');
  if (things.has('plan')) return plan(text);
  if (things.has('notes')) return handOver('RetrievalAgent', 'a search in the library');
  if (aboutTutor) return say(WELCOME);
  if (medical || asks) return handOver('TutorAgent', 'an explanation');
  return say(WELCOME);
}

/** Without a length of time the agent's own default holds. */
function progress(text: string): RuleAnswer {
  const days = spanDays(text);
  if (days === null) return handOver('AnalyticsAgent', 'the progress of the user');
  const timeframe = days > MOST_DAYS ? 'all' : `${days}d`;
  return use(ANALYTICS, {
    action: 'get_progress_insights',
    parameters: { timeframe, include_recommendations: true },
  });
}

function plan(text: string): RuleAnswer {
  const days = spanDays(text);
  if (days === null) return handOver('SchedulerAgent', 'the study plan of the user');
  return use(SCHEDULER, { action: 'get_study_plan', parameters: { days: Math.min(days, MOST_PLANNED) } });
}
