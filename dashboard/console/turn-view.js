/** Draws one turn: status, red flags, message with evidence, reply, agents, facts. */
import { byId, part, setText, timePart, words } from './dom.js';
import { markedText } from './evidence.js';
import { hasEnded, replyText } from './turn.js';

const ROUTES = {
  url: 'Link to read',
  non_health: 'Not about health',
  ui_redirect: 'Where to find it',
  share_or_modify: 'Share or change data',
  patient_consult: 'Patient consult',
  general_consult: 'General consult',
};

/** So that a status is not shown by colour alone. */
const SIGNS = { pending: '○', running: '◐', empty: '–', success: '✓', error: '✕' };

export function showTurn(turn) {
  byId('turn').hidden = false;
  showHead(turn);
  showRedFlags(turn.red_flags);
  showSaid(turn);
  showReply(turn);
  showAgents(turn.agents);
  showFacts(turn);
  setText(byId('costs'), costs(turn));
}

export function hideTurn() {
  byId('turn').hidden = true;
}

function showHead(turn) {
  const status = byId('status');
  status.dataset.status = turn.status;
  setText(status, words(turn.status));
  const route = byId('route');
  route.hidden = !turn.route;
  route.dataset.route = turn.route ?? '';
  route.title = turn.why ?? '';
  setText(route, turn.route ? (ROUTES[turn.route] ?? words(turn.route)) : '');
}

function showRedFlags(flags) {
  const box = byId('red-flags');
  const shown = JSON.stringify(flags);
  // Screen readers read an alert whenever it changes, so the same flags are drawn only once.
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  box.hidden = flags.length === 0;
  box.replaceChildren(
    part('strong', {}, flags.length === 1 ? 'Red flag' : 'Red flags'),
    part(
      'ul',
      {},
      ...flags.map((flag) => part('li', {}, part('b', {}, words(flag.family)), flag.advice ? ` ${flag.advice}` : '')),
    ),
  );
}

function showSaid(turn) {
  const said = byId('said');
  const shown = JSON.stringify([turn.turn_id, turn.text, turn.facts.map(({ id }) => id)]);
  if (said.dataset.shown === shown) return;
  said.dataset.shown = shown;
  if (turn.text === undefined)
    said.replaceChildren(
      part('span', { class: 'quiet' }, 'The message of this turn is shown when the turn has ended.'),
    );
  else said.replaceChildren(...markedText(turn.text, turn.facts));
}

function showReply(turn) {
  const reply = byId('reply');
  const text = replyText(turn);
  // Screen readers wait for the whole reply instead of reading each part.
  reply.setAttribute('aria-busy', String(turn.reply === null && !hasEnded(turn)));
  setText(reply, text || (hasEnded(turn) ? noReply(turn) : ''));
  reply.classList.toggle('waiting', !text && !hasEnded(turn));
  setText(byId('replied-by'), turn.agent ? `by ${turn.agent}` : '');
  const activity = byId('activity');
  const note = turn.status === 'degraded' ? degraded(turn) : turn.activity;
  activity.hidden = !note;
  setText(activity, note);
}

function noReply(turn) {
  if (turn.status === 'cancelled') return 'This turn was cancelled.';
  return turn.error ? `No reply: ${turn.error.detail ?? turn.error.code}` : 'No reply.';
}

/** A turn with a failed agent still has a reply, but facts may be missing, and the page says so. */
function degraded({ agents, error }) {
  const failed = Object.keys(agents).filter((name) => agents[name].status === 'error');
  const who = failed.length > 0 ? failed.join(', ') : 'Part of the work';
  return `${who} did not finish: facts may be missing.${error?.detail ? ` ${error.detail}` : ''}`;
}

function showAgents(agents) {
  byId('agents').replaceChildren(
    ...Object.entries(agents).map(([name, { status, ms, attempts }]) => {
      const detail = [
        words(status),
        typeof ms === 'number' ? seconds(ms) : null,
        attempts > 1 ? `${attempts} attempts` : null,
      ].filter(Boolean);
      return part(
        'li',
        { 'data-agent': name, 'data-status': status, title: detail.join(', ') },
        part('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[status] ?? '?'),
        name,
        part('span', { class: 'chip-status' }, status),
      );
    }),
  );
}

function showFacts(turn) {
  const { facts } = turn;
  byId('facts-frame').hidden = facts.length === 0;
  const none = byId('no-facts');
  none.hidden = facts.length > 0;
  setText(none, hasEnded(turn) ? 'None were found in this message.' : 'None so far.');
  setText(byId('facts-count'), facts.length > 0 ? `(${facts.length})` : '');
  const rows = byId('facts');
  const shown = JSON.stringify([turn.turn_id, facts]);
  if (rows.dataset.shown === shown) return;
  rows.dataset.shown = shown;
  rows.replaceChildren(...facts.map(factRow));
}

function factRow(fact) {
  const row = part(
    'tr',
    { 'data-fact': fact.id, 'data-kind': fact.kind },
    part('td', {}, part('span', { class: 'kind', 'data-kind': fact.kind }, words(fact.kind))),
    part('td', {}, fact.name, fact.code ? part('span', { class: 'under' }, codeWords(fact.code)) : ''),
    part('td', {}, amount(fact), part('span', { class: 'under' }, aside(fact))),
    part('td', {}, fact.effective_time ? timePart(fact.effective_time) : ''),
    part('td', {}, part('q', {}, fact.evidence?.text ?? ''), part('span', { class: 'under' }, fact.source_agent)),
  );
  row.addEventListener('pointerenter', () => pointAt(fact.id, true));
  row.addEventListener('pointerleave', () => pointAt(fact.id, false));
  return row;
}

/** The common names of code systems, by their FHIR URLs. */
const CODE_SYSTEMS = {
  'http://loinc.org': 'LOINC',
  'http://www.nlm.nih.gov/research/umls/rxnorm': 'RxNorm',
  'http://hl7.org/fhir/sid/icd-10-cm': 'ICD-10',
  'http://hl7.org/fhir/sid/icd-10': 'ICD-10',
  'http://snomed.info/sct': 'SNOMED CT',
};

function codeWords({ system, code }) {
  return `${CODE_SYSTEMS[system] ?? system} ${code}`;
}

function pointAt(factId, on) {
  for (const mark of byId('said').querySelectorAll('mark')) {
    if (mark.dataset.facts.split(' ').includes(factId)) mark.classList.toggle('pointed', on);
  }
}

/** "132 mmHg", "positive", "500 mg" */
export function amount({ value, unit }) {
  return value === undefined || value === null ? '' : [value, unit].filter((item) => item !== undefined).join(' ');
}

function aside(fact) {
  const { canonical, unit, status, frequency, severity, duration, reaction } = fact;
  const converted = canonical && canonical.unit !== unit ? `= ${canonical.value} ${canonical.unit}` : null;
  return [converted, frequency?.text, severity, duration, reaction, status].filter(Boolean).join(', ');
}

function costs({ timings, usage }) {
  const parts = [];
  if (typeof timings?.reply_ms === 'number') parts.push(`reply after ${seconds(timings.reply_ms)}`);
  if (typeof timings?.total_ms === 'number') parts.push(`done after ${seconds(timings.total_ms)}`);
  if (usage?.model_calls > 0) {
    parts.push(`${usage.model_calls} model calls, ${usage.input_tokens + usage.output_tokens} tokens`);
    if (typeof usage.cost_usd === 'number') parts.push(`$${usage.cost_usd.toFixed(4)}`);
  }
  return parts.join(' · ');
}

function seconds(ms) {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
