/** Connects the page's inputs, the API and the views. */
import { createApi, Problem } from './api.js';
import { byId, part, setText, words } from './dom.js';
import { followEvents } from './event-stream.js';
import { clearRecord, showRecord } from './record-view.js';
import { applyEvent, applyView, hasEnded, newTurn } from './turn.js';
import { hideTurn, showTurn } from './turn-view.js';

/** Kept for this tab only, because the machine may be shared and a patient id is personal data. The token is not stored at all. */
const stored = window.sessionStorage;

const patientInput = byId('patient-id');
const messageInput = byId('message');
const api = createApi(() => byId('token').value.trim());

const page = {
  patientId: stored.getItem('patient_id') ?? '',
  sessionId: stored.getItem('session_id'),
  /** by turn id, oldest first */
  turns: new Map(),
  selected: null,
  /** the turn whose events we follow, and how to stop following */
  running: null,
  following: new AbortController(),
  /** the key of a message that was sent but not yet accepted: sending it again must not make two turns */
  unsent: null,
};

const turnPath = (id) => `/v1/turns/${encodeURIComponent(id)}`;

byId('who').addEventListener('submit', (event) => event.preventDefault());
patientInput.addEventListener('change', changePatient);
byId('compose').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(sendMessage);
});
messageInput.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) byId('compose').requestSubmit();
});
byId('cancel').addEventListener('click', () => attempt(cancelTurn));
byId('new-session').addEventListener('click', () => {
  startSession();
  messageInput.focus();
});
byId('reload-record').addEventListener('click', () => attempt(loadRecord));
byId('turns').addEventListener('click', (event) => {
  const id = event.target.closest('button')?.dataset.turn;
  if (id) attempt(() => selectTurn(id));
});

patientInput.value = page.patientId;
if (page.patientId) attempt(loadRecord);
if (page.sessionId) attempt(loadSession);

async function sendMessage() {
  // The keyboard can submit a form whose button is disabled.
  if (byId('send').disabled) return;
  changePatient();
  if (!patientInput.reportValidity()) return;
  const text = messageInput.value;
  if (!text.trim()) return;
  const body = { text, patient_id: page.patientId, ...(page.sessionId ? { session_id: page.sessionId } : {}) };
  const fingerprint = JSON.stringify(body);
  if (page.unsent?.fingerprint !== fingerprint) page.unsent = { fingerprint, key: randomKey() };
  byId('send').disabled = true;
  try {
    const headers = { 'idempotency-key': page.unsent.key };
    const accepted = await api.json('/v1/turns', { method: 'POST', body, headers });
    page.unsent = null;
    page.sessionId = accepted.session_id;
    stored.setItem('session_id', accepted.session_id);
    messageInput.value = '';
    const turn = newTurn({ ...accepted, text });
    page.turns.set(turn.turn_id, turn);
    page.selected = turn.turn_id;
    await follow(turn);
  } finally {
    byId('send').disabled = Boolean(page.running);
  }
}

/** Follows a turn to its end, then loads the finished turn and the record from the API. */
async function follow(turn) {
  const { signal } = page.following;
  page.running = turn;
  draw();
  try {
    const lost = () => {
      turn.activity = 'The connection dropped; trying again …';
      draw();
    };
    const back = () => {
      turn.activity = '';
      draw();
    };
    for await (const event of followEvents(api, `${turnPath(turn.turn_id)}/events`, {
      signal,
      onLost: lost,
      onBack: back,
    })) {
      applyEvent(turn, event);
      draw();
    }
    if (signal.aborted) return;
    applyView(turn, await api.json(turnPath(turn.turn_id), { signal }));
    turn.text ??= (await messageTexts()).get(turn.turn_id);
  } finally {
    if (page.running === turn) page.running = null;
    draw();
  }
  if (turn.error && turn.status === 'failed') showProblem({ title: 'The turn failed', ...turn.error });
  await loadRecord();
}

async function cancelTurn() {
  if (!page.running) return;
  byId('cancel').disabled = true;
  try {
    await api.send(turnPath(page.running.turn_id), { method: 'DELETE' });
  } finally {
    byId('cancel').disabled = false;
  }
}

async function selectTurn(id) {
  page.selected = id;
  draw();
  const turn = page.turns.get(id);
  if (turn === page.running) return;
  applyView(turn, await api.json(turnPath(id)));
  draw();
}

async function loadRecord() {
  const patient = page.patientId;
  if (!patient) return;
  try {
    const record = await api.json(`/v1/patients/${encodeURIComponent(patient)}/record`);
    if (patient === page.patientId) showRecord(record);
  } catch (error) {
    if (patient !== page.patientId) return;
    clearRecord(error.status === 404 ? 'Nothing on file yet.' : 'The record could not be loaded.');
    if (error.status !== 404) throw error;
  }
}

/** After a reload of the page: the session's turns, and the one that still runs. */
async function loadSession() {
  const query = new URLSearchParams({ session_id: page.sessionId, patient_id: page.patientId });
  const session = page.sessionId;
  const [list, texts] = await Promise.all([api.json(`/v1/turns?${query}`), messageTexts()]);
  if (session !== page.sessionId) return;
  const views = [...(list.turns ?? [])].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  for (const view of views) {
    const turn = newTurn({ ...view, text: texts.get(view.turn_id) });
    applyView(turn, view);
    page.turns.set(view.turn_id, turn);
  }
  page.selected = views.at(-1)?.turn_id ?? null;
  draw();
  const open = [...page.turns.values()].find((turn) => !hasEnded(turn));
  if (open) await follow(open);
}

/** The user's messages by turn id. A session has a turn's message only after the turn has ended. */
async function messageTexts() {
  const session = await api.json(`/v1/sessions/${encodeURIComponent(page.sessionId)}`).catch((error) => {
    if (error.status === 404) return { messages: [] };
    throw error;
  });
  const own = session.messages.filter(({ role }) => role === 'user');
  return new Map(own.map(({ turn_id, text }) => [turn_id, text]));
}

/** Another patient is another conversation: everything of the previous one is removed from the screen. */
function changePatient() {
  const patientId = patientInput.value.trim();
  if (patientId === page.patientId) return;
  page.patientId = patientId;
  stored.setItem('patient_id', patientId);
  startSession();
  clearRecord(patientId ? 'Loading …' : 'Enter a patient id to see the record.');
  attempt(loadRecord);
}

function startSession() {
  page.following.abort();
  page.following = new AbortController();
  stored.removeItem('session_id');
  Object.assign(page, { sessionId: null, selected: null, running: null, unsent: null });
  page.turns.clear();
  byId('problem').hidden = true;
  draw();
}

function draw() {
  const turn = page.turns.get(page.selected);
  if (turn) showTurn(turn);
  else hideTurn();
  byId('cancel').hidden = !page.running;
  byId('send').disabled = Boolean(page.running);
  byId('no-turns').hidden = page.turns.size > 0;
  drawTurns();
}

/** Existing buttons are updated in place, so that a focused button keeps the focus while events arrive. */
function drawTurns() {
  const list = byId('turns');
  const ids = [...page.turns.keys()];
  const drawn = [...list.querySelectorAll('button')].map((button) => button.dataset.turn);
  if (JSON.stringify(ids) !== JSON.stringify(drawn)) {
    list.replaceChildren(
      ...ids.map((id) =>
        part(
          'li',
          {},
          part('button', { type: 'button', 'data-turn': id }, part('span'), part('span', { class: 'under' })),
        ),
      ),
    );
  }
  for (const button of list.querySelectorAll('button')) {
    const turn = page.turns.get(button.dataset.turn);
    const [title, status] = button.children;
    button.dataset.status = turn.status;
    if (turn.turn_id === page.selected) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
    setText(title, turn.text ?? 'Earlier message');
    const time = new Date(turn.created_at).toLocaleTimeString(undefined, { timeStyle: 'short' });
    setText(status, `${time} · ${words(turn.status)}`);
  }
}

async function attempt(action) {
  byId('problem').hidden = true;
  try {
    await action();
  } catch (error) {
    if (error.name === 'AbortError') return;
    showProblem(error instanceof Problem ? error : { title: 'An error in this page', detail: error.message });
  }
}

function showProblem({ title, detail, errors = [], code, retryAfter }) {
  const box = byId('problem');
  box.replaceChildren(
    part('strong', {}, title),
    detail ? part('p', {}, detail) : '',
    errors.length > 0
      ? part('ul', {}, ...errors.map(({ path, message }) => part('li', {}, `${path}: ${message}`)))
      : '',
    retryAfter ? part('p', {}, `Try again in ${retryAfter} s.`) : '',
    code ? part('code', {}, code) : '',
  );
  box.hidden = false;
}

/** `crypto.randomUUID` is missing on plain http. */
function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
