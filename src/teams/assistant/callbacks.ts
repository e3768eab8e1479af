/** The assistant's callbacks. */
import type { CallbackRegistry } from '../../engine/run/callback.ts';
import { TRANSFER_TOOL, transferTarget } from '../../engine/run/transfer.ts';
import { handledIn, noteHandled, ROOT } from './handled.ts';

export const CALLBACKS: Partial<CallbackRegistry> = {
  after_model: {
    /** Keeps the words of an agent that hands over, and puts what was kept before the words that end the turn. */
    async pass_words_on({ name }, { runId, state }, answer) {
      const transfer = answer.calls.find((call) => call.name === TRANSFER_TOOL);
      if (transfer) {
        const back = transferTarget(transfer).to === ROOT;
        const words = answer.text.trim();
        // Beto says nothing that the user needs: it only chooses.
        if (name !== ROOT && (back || words !== '')) noteHandled(state, { agent: name, run: runId, words, back });
        return undefined;
      }
      if (answer.calls.length > 0) return undefined;
      // A run whose hand-over was refused says the same words again.
      const before = handledIn(state.all()).filter(({ run, words }) => run !== runId && words !== '');
      if (before.length === 0) return undefined;
      return { ...answer, text: [...before.map(({ words }) => words), answer.text].filter(Boolean).join('\n\n') };
    },
  },
};
