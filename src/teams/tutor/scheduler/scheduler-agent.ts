/**
 * The SchedulerAgent, as it is served over A2A: when which flashcard is due. Its one write is a review, which is counted once because it
 * names how many reviews came before it.
 */
import { z } from 'zod';
import { defineAction, type ServedAgent } from '../../../engine/run/served-agent.ts';
import { AppError } from '../../../platform/errors.ts';
import { CardId, DeckName } from '../cards/card.ts';
import { preview, RATINGS } from '../cards/schedule.ts';
import { sameName } from '../cards/store.ts';
import type { TutorDesk } from '../desk.ts';
import { MOST_ANSWER_MS } from '../limits.ts';
import { timezoneOf } from '../timezone.ts';
import { planOf, planText, untilText } from './plan.ts';

const MOST_PLANNED_DAYS = 30;
const MOST_DUE = 50;

const DueCard = z.object({
  card_id: z.string(),
  review: z.number().describe('Reviews that the card has had; schedule_review takes it back'),
  deck: z.string(),
  front: z.string(),
  due: z.string(),
});

export function schedulerAgent(desk: TutorDesk): ServedAgent {
  return {
    name: 'SchedulerAgent',
    version: '1.0.0',
    description:
      'Spaced repetition: what is due, a plan for the next days, and the next date of a reviewed card (FSRS).',
    actions: {
      get_study_plan: defineAction({
        description: 'How many cards are due on each of the next days.',
        effect: 'read',
        parameters: z.strictObject({ days: z.number().int().min(1).max(MOST_PLANNED_DAYS).default(7) }),
        output: z.object({
          text: z.string(),
          due_now: z.number(),
          plan: z.array(
            z.object({ date: z.string(), reviews: z.number(), minutes: z.number(), decks: z.array(z.string()) }),
          ),
        }),
        async run({ tenant, user_id, parameters: { days }, context, now }) {
          const student = { tenant, user_id };
          const [cards, due_now] = await Promise.all([desk.cards.all(student), desk.cards.countDue(student, now)]);
          const plan = planOf(cards, days, now, timezoneOf(context.user_preferences));
          return { text: planText(plan), due_now, plan };
        },
      }),
      get_due_cards: defineAction({
        description: 'The cards that are due now, the most overdue first.',
        effect: 'read',
        parameters: z.strictObject({
          limit: z.number().int().min(1).max(MOST_DUE).default(10),
          deck: DeckName.optional().describe('Only of this deck'),
        }),
        output: z.object({ text: z.string(), due_now: z.number(), cards: z.array(DueCard) }),
        async run({ tenant, user_id, parameters: { limit, deck }, now }) {
          const student = { tenant, user_id };
          const due_now = await desk.cards.countDue(student, now);
          const all = await desk.cards.due(student, now, deck === undefined ? limit : due_now);
          const cards = all.filter((card) => deck === undefined || sameName(card.deck, deck)).slice(0, limit);
          return {
            text: due_now === 0 ? 'No card is due.' : `${due_now} ${due_now === 1 ? 'card is' : 'cards are'} due.`,
            due_now,
            cards: cards.map(({ card_id, deck: of, front, memory }) => ({
              card_id,
              review: memory.reps,
              deck: of,
              front,
              due: memory.due,
            })),
          };
        },
      }),
      preview_review: defineAction({
        description: 'When a card would be due after each rating.',
        effect: 'read',
        parameters: z.strictObject({ card_id: CardId }),
        output: z.object({ card_id: z.string(), due: z.record(z.enum(RATINGS), z.string()) }),
        async run({ tenant, user_id, parameters: { card_id }, now }) {
          const card = await desk.cards.get({ tenant, user_id }, card_id);
          if (!card) throw new AppError('not_found', 'There is no such card.');
          return { card_id, due: preview(card.memory, now) };
        },
      }),
      schedule_review: defineAction({
        description: 'Records how well a card was remembered, and says when it is due next.',
        effect: 'write',
        parameters: z.strictObject({
          card_id: CardId,
          review: z.number().int().min(0).describe('Reviews that the card had before this one'),
          rating: z.enum(RATINGS),
          ms: z.number().int().min(0).max(MOST_ANSWER_MS).default(0).describe('How long the user took'),
        }),
        output: z.object({
          card_id: z.string(),
          recorded: z.boolean().describe('False if this review was recorded before: nothing was changed'),
          due: z.string(),
          text: z.string(),
        }),
        async run({ tenant, user_id, parameters, context, now }) {
          const timezone = timezoneOf(context.user_preferences);
          const { card, recorded } = await desk.cards.review({ tenant, user_id }, { ...parameters, now, timezone });
          const { card_id, memory } = card;
          return { card_id, recorded, due: memory.due, text: `This card comes back ${untilText(memory.due, now)}.` };
        },
      }),
    },
  };
}
