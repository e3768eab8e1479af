/**
 * axel_agent without a model: runs a program that the message brings along, and calculates. It writes no program itself: that needs a
 * model.
 */
import type { ModelRequest } from '../../../engine/models/model.ts';
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { RuleAnswer } from '../../../engine/models/offline/rule.ts';

type Language = 'javascript' | 'python' | 'shell';
type Program = { language: Language; code: string };
type Calculation = Program & { expression: string };

const LANGUAGES: Readonly<Record<string, Language>> = {
  javascript: 'javascript',
  js: 'javascript',
  node: 'javascript',
  nodejs: 'javascript',
  python: 'python',
  python3: 'python',
  py: 'python',
  shell: 'shell',
  sh: 'shell',
  bash: 'shell',
};

const BLOCK = /```([A-Za-z0-9]{0,20})[^\n`]{0,20}\n([^`]{1,40000})```/;
/** "run this in python: …", "please execute: …" */
const COMMAND = /^[^:\n`]{0,60}?\b(?:run|execute)\b([^:\n`]{0,60}):\s*([^\n].*)$/is;
/** "run print(1+1) in python": what is between has the signs of a program. */
const INLINE =
  /^[^:\n`]{0,40}?\b(?:run|execute|evaluate) (\S.{0,2000}) (?:in|with|using) (javascript|js|node|nodejs|python3?|py|shell|sh|bash)[.!? ]{0,3}$/is;
const PROGRAM_SIGN = /[()[\]{}=;|<>$]|\d ?[+*/-] ?\d/;
const NAMES_LANGUAGE = /\b(javascript|js|node|nodejs|python3?|py|shell|sh|bash)\b/i;
const EXPRESSION = /^[^\d(]{0,60}?(-?[\d(][\d\s().,+*/%^×÷-]{2,119})[=?!.\s]{0,5}$/;
const PERCENT = /(\d[\d.]{0,20}) ?(?:%|percent) of (?=[\d(])/i;
const DATE = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/;
const OPERATION = /\d\s*\)?\s*(?:[+*/%^×÷-]|\*\*)\s*[(-]?\s*[\d.(]/;
const ASKS_FOR_PROGRAM = /\b(?:run|execute|script|program|code)\b/i;
/** A question around an expression is short. */
const MAX_QUESTION_CHARS = 200;
const MAX_SHOWN_CHARS = 2_000;

const NEEDS_MODEL =
  'Writing a program needs a model, and none is configured (GEMINI_API_KEY, or OPENAI_BASE_URL for a local one). I can run one ' +
  'that you send in a ``` block with its language, and calculate.';
const WHICH_LANGUAGE = 'In which language is it? I run JavaScript, Python and shell: write it behind the ```.';

/** Null: nothing here is to be run. */
export const AXEL_RULE = (request: ModelRequest): RuleAnswer | null => {
  const { written, responses } = readConversation(request);
  const wanted = programIn(written) ?? calculationIn(written);
  if (wanted === null) return ASKS_FOR_PROGRAM.test(written) ? { text: NEEDS_MODEL } : null;
  if (wanted === 'unknown') return { text: WHICH_LANGUAGE };
  const { language, code } = wanted;
  if (!responses.has('run_code')) return { calls: [{ name: 'run_code', args: { language, code } }] };
  const result = asObject(responses.get('run_code'));
  if (!('expression' in wanted) || result.exit_code !== 0) return { text: resultWords(result) };
  const value = String(result.stdout).trim();
  if (!/\d/.test(value)) return { text: `${wanted.expression} has no value that I can calculate.` };
  return { text: `${wanted.expression} = ${value}` };
};

function programIn(text: string): Program | Calculation | 'unknown' | null {
  const block = BLOCK.exec(text);
  if (block) {
    const name = block[1] || NAMES_LANGUAGE.exec(text.slice(0, block.index))?.[1] || '';
    const language = LANGUAGES[name.toLowerCase()];
    return language ? { language, code: block[2] ?? '' } : 'unknown';
  }
  const inline = INLINE.exec(text);
  const named = LANGUAGES[inline?.[2]?.toLowerCase() ?? ''];
  if (inline?.[1] && named && PROGRAM_SIGN.test(inline[1])) return { language: named, code: inline[1] };
  const command = COMMAND.exec(text);
  if (!command) return null;
  const code = (command[2] ?? '').trim();
  const language = LANGUAGES[(NAMES_LANGUAGE.exec(command[1] ?? '')?.[1] ?? '').toLowerCase()];
  if (language) return { language, code };
  // Without a language: as at a prompt.
  return calculationIn(code) ?? { language: 'shell', code };
}

function calculationIn(text: string): Calculation | null {
  const question = text.trim().replace(PERCENT, '$1 / 100 * ');
  if (question.length > MAX_QUESTION_CHARS) return null;
  const expression = (EXPRESSION.exec(question)?.[1] ?? '').replace(/[.,\s]{1,20}$/, '');
  if (!OPERATION.test(expression) || DATE.test(expression)) return null;
  // Digits, operators and brackets mean the same in JavaScript, but for these; 007 would be an octal number.
  const code = expression
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/×/g, '*')
    .replace(/÷/g, '/')
    .replace(/\^/g, '**')
    .replace(/(?<![\d.])0{1,20}(?=\d)/g, '');
  return {
    language: 'javascript',
    code: `console.log(Number((${code}).toPrecision(15)))`,
    expression: expression.replace(' / 100 * ', '% of '),
  };
}

function resultWords(result: Record<string, unknown>): string {
  if (typeof result.error === 'string') return result.error;
  const how = ending(result);
  const printed = [...shown('', result.stdout), ...shown('Errors:', result.stderr)];
  const files = Array.isArray(result.files) ? (result.files as { path: string; bytes: number }[]) : [];
  const wrote =
    files.length > 0 ? [`It wrote ${files.map(({ path, bytes }) => `${path} (${bytes} bytes)`).join(', ')}.`] : [];
  return [how, ...(printed.length > 0 ? printed : ['It printed nothing.']), ...wrote].join('\n\n');
}

function ending({ exit_code, signal, timed_out, out_of_memory }: Record<string, unknown>): string {
  if (timed_out) return 'The program was stopped: it took too long.';
  if (out_of_memory) return 'The program was stopped: it used too much memory.';
  if (exit_code === 0) return 'The program ran.';
  return exit_code === null
    ? `The program was ended by ${String(signal)}.`
    : `The program failed with code ${String(exit_code)}.`;
}

function shown(title: string, output: unknown): string[] {
  if (typeof output !== 'string' || output.trim() === '') return [];
  // A fence in the output would end ours.
  const text = output.trimEnd().slice(0, MAX_SHOWN_CHARS).replaceAll('```', "'''");
  return [`${title}\n\`\`\`\n${text}\n\`\`\``.trim()];
}
