/**
 * TriageAgent without a model: applies the triage rules to the message. The session's context is found by putting the
 * earlier messages through the same rules, so it needs no memory of its own.
 */
import type { z } from 'zod';
import { routeOf, type Triage, type TriageContext, triage, withNumbers } from '../../../clinical/index.ts';
import type { ModelRequest } from '../../../engine/models/model.ts';
import { asObject, readConversation, resultText } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { UserLocation } from '../../../engine/task/task.ts';
import { MACHINA_MED_STATE } from '../machina-med-state.ts';
import { readAmendments } from './read-message.ts';

const URL_TOOL = 'handle_url_request';
const TRANSFER = 'transfer_to_agent';
const URL_FALLBACK = 'I was unable to retrieve that URL. Please try again or provide a different URL.';

/** How many earlier messages may give the context of a message. */
const EARLIER_MESSAGES = 6;

const CONSULTANTS: Partial<Record<Triage['route'], string>> = {
  patient_consult: 'HealthConsultantAgent',
  general_consult: 'HealthConsultantLiteAgent',
};

export const route: Rule = (request) => {
  const { text, earlier, responses } = readConversation(request);
  if (responses.has(URL_TOOL)) return { text: resultText(responses.get(URL_TOOL)) || URL_FALLBACK };
  // A successful hand-over ends the run: a response here means that it failed.
  if (responses.has(TRANSFER)) return { text: couldNotHandOver(responses.get(TRANSFER)) };

  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  const found = triage(text, () => contextAfter(earlier, hasTopic(request)), moment);
  if (found.rule === '0') return { calls: [{ name: URL_TOOL, args: { request: text } }] };
  if (REDIRECTS.has(found.route) && readAmendments(text, moment).length > 0) {
    return {
      calls: [{ name: TRANSFER, args: { agent_name: CONSULTANTS.patient_consult, reason: 'It corrects the record.' } }],
    };
  }
  if (found.reply) return { text: withNumbers(found.reply, placeOf(request)) };
  return { calls: [{ name: TRANSFER, args: { agent_name: CONSULTANTS[found.route], reason: found.why } }] };
};

/** A correction that names what is wrong is made in the conversation, not in the side panel. */
const REDIRECTS: ReadonlySet<Triage['route']> = new Set(['share_or_modify', 'ui_redirect', 'non_health']);

/** Where the user is, for the emergency number. */
function placeOf(request: ModelRequest): z.infer<typeof UserLocation> {
  return UserLocation.catch({}).parse(asObject(request.context.state[MACHINA_MED_STATE]).user_location);
}

export function hasTopic(request: ModelRequest): boolean {
  return Boolean(asObject(request.context.state[MACHINA_MED_STATE]).session_topic_node_uuid);
}

/** What the session is about, from the user's messages so far. */
export function contextAfter(earlier: readonly string[], topic = false): TriageContext {
  return topic ? { hasTopic: true } : contextOf(earlier.slice(-EARLIER_MESSAGES));
}

/** From the last message backwards: earlier messages are only read where a message depends on them. */
function contextOf(earlier: readonly string[]): TriageContext {
  const message = earlier.at(-1);
  if (message === undefined) return {};
  let known: TriageContext | undefined;
  const before = () => {
    known ??= contextOf(earlier.slice(0, -1));
    return known;
  };
  const found = routeOf(message, before);
  // An unrelated message in between ("what's the weather?") does not end the health conversation.
  return found === 'patient_consult' || found === 'general_consult' ? { previousRoute: found } : before();
}

function couldNotHandOver(result: unknown): string {
  const refused = asObject(result).status === 'refused';
  return refused
    ? 'Your question is one for a health consultant, but I was not allowed to hand it over, so it has not been answered. Please let the people who run this service know.'
    : 'Your question is one for a health consultant, who could not be reached just now, so it has not been answered. Please try again in a few minutes. If it cannot wait, call your doctor.';
}
