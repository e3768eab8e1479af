/** Shows the patient's record beside the conversation, by section, with a chart for repeated measurements. */
import { byId, part, setText, timePart, words } from './dom.js';
import { sparkline } from './sparkline.js';
import { amount } from './turn-view.js';

/** In this order on the page: what matters most for safety comes first. */
const SECTIONS = [
  'allergies',
  'conditions',
  'medications',
  'symptoms',
  'observations',
  'encounters',
  'procedures',
  'documents',
];

export function showRecord(record) {
  const filled = SECTIONS.filter((name) => record[name]?.length > 0);
  const empty = SECTIONS.filter((name) => !filled.includes(name));
  setText(byId('record-note'), filled.length === 0 ? 'Nothing on file yet.' : `Nothing on file: ${empty.join(', ')}.`);
  byId('record-note').hidden = filled.length > 0 && empty.length === 0;
  byId('record').replaceChildren(...filled.map((name) => section(name, record[name])));
}

export function clearRecord(note) {
  byId('record-note').hidden = false;
  setText(byId('record-note'), note);
  byId('record').replaceChildren();
}

function section(name, entries) {
  const items = name === 'observations' ? series(entries).map(seriesItem) : entries.map(entryItem);
  return part(
    'section',
    { 'data-section': name },
    part('h3', {}, words(name), ' ', part('span', { class: 'count' }, String(entries.length))),
    part('ul', {}, ...items),
  );
}

function entryItem(entry) {
  const details = [amount(entry), entry.frequency?.text, entry.severity, entry.reaction, entry.status].filter(Boolean);
  return part(
    'li',
    {},
    part('span', { class: 'name' }, entry.name),
    part('span', { class: 'under' }, details.join(', '), details.length > 0 ? ' · ' : '', when(entry)),
  );
}

/** Observations of the same thing in the same unit, oldest first. */
function series(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const key = JSON.stringify([entry.name, entry.canonical?.unit ?? entry.unit ?? '']);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => instant(a) - instant(b)));
}

function seriesItem(group) {
  const latest = group.at(-1);
  const points = group
    .map((entry) => ({ time: instant(entry), value: entry.canonical?.value ?? entry.value }))
    .filter(({ time, value }) => Number.isFinite(time) && typeof value === 'number');
  const curve =
    points.length > 1 ? sparkline(points, `${latest.name}: ${points.map(({ value }) => value).join(', ')}`) : '';
  return part(
    'li',
    { 'data-observation': latest.name },
    part('span', { class: 'name' }, latest.name),
    part('span', { class: 'reading' }, amount(latest)),
    part('span', { class: 'under' }, when(latest), group.length > 1 ? ` · ${group.length} readings` : ''),
    curve,
  );
}

function instant(entry) {
  return Date.parse(entry.effective_time ?? entry.recorded_at);
}

function when(entry) {
  const time = entry.effective_time ?? entry.recorded_at;
  return time ? timePart(time, { dateStyle: 'medium' }) : '';
}
