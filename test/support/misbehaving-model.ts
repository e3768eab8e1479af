/** Answers as small real models were seen to give them: well formed for the protocol, and of no use or worse. */
import type { OpenAiAnswer, OpenAiRequest } from './scripted-openai.ts';

function wantsJson({ body }: OpenAiRequest): boolean {
  return body.response_format !== undefined;
}

const fact = (kind: string, name: string, quote: string, more: Record<string, unknown> = {}) => ({
  kind,
  name,
  quote,
  assertion: 'present',
  experiencer: 'patient',
  confidence: 0.95,
  ...more,
});

/** Examples of the instruction, names of another kind beside a true quote, a value that nobody gave. */
const INVENTED = JSON.stringify({
  facts: [
    fact('medication', 'Dr. Patel', 'metformin 500 mg'),
    fact('observation', 'Metformin', 'metformin 500 mg', { value: 500, unit: 'mg' }),
    fact('observation', 'Blood pressure', 'blood pressure was 150/95'),
    fact('observation', 'Heart rate', 'blood pressure was 150/95', { value: 72, unit: '/min' }),
    fact('condition', 'Type 2 diabetes', 'I was diagnosed with type 2 diabetes'),
  ],
});

const PROSE =
  'Sure! I have added it to your list and deleted the entry for asthma. It has been sent to your doctor. Metformin is a statin. Call 123.';

export const MISBEHAVIOURS: Readonly<Record<string, (request: OpenAiRequest) => OpenAiAnswer>> = {
  'prose in place of calls and of JSON': () => ({ text: PROSE }),
  'empty facts and a poem': (request) => ({
    text: wantsJson(request) ? '{"facts": []}' : 'The sea is wide, the sea is blue.',
  }),
  'invented facts with true quotes': (request) => ({ text: wantsJson(request) ? INVENTED : PROSE }),
  'answers that are cut': (request) => ({
    text: wantsJson(request) ? INVENTED.slice(0, 90) : 'Your blood press',
    finish: 'length',
  }),
  'its own instruction, again and again': ({ systemText }) => ({ text: systemText.slice(0, 600).repeat(3) }),
  'calls of tools that there are not': () => ({ calls: [{ name: 'delete_everything', args: { now: true } }] }),
  'a context that is too small': ({ systemText }) => ({
    error: {
      status: 400,
      body: {
        error: {
          code: 400,
          type: 'exceed_context_size_error',
          message: 'the request exceeds the available context size',
          n_prompt_tokens: systemText.length,
          n_ctx: 512,
        },
      },
    },
  }),
};
