/**
 * A marker for each kind of thing that people, models and other systems write. Each is planted through the public ways in; afterwards the
 * test looks for all of them everywhere.
 */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { Fleet } from '../support/fleet.ts';
import { makeDue } from '../support/make-due.ts';
import type { ScriptedAnswer, ScriptedRequest } from '../support/scripted-gemini.ts';
import { answered } from '../support/scripted-health.ts';

const NAMES = [
  ...['patient', 'session', 'key', 'message', 'doctor', 'address', 'question', 'cypher', 'fhir', 'bundle'],
  ...['topic', 'clinician', 'agent', 'instruction', 'schedule', 'malformed', 'route', 'field', 'value'],
  ...['modelerror', 'mailto', 'mailbody', 'mailanswer', 'file', 'report', 'summary'],
] as const;
type MarkerName = (typeof NAMES)[number];

/** Letters only, so that it stays whole in file names, keys and addresses. Looked for in any case. */
export const MARKERS = Object.fromEntries(NAMES.map((name) => [name, `Zq${name}Xvj`])) as Record<MarkerName, string>;

export const MAIL_SECRET = 'a secret of sixteen or more';

type Answer = Awaited<ReturnType<Fleet['call']>>;
export type Planting = { fleet: Fleet; call(...args: Parameters<Fleet['call']>): Promise<Answer> };

const M = MARKERS;
const FHIR = { 'Content-Type': 'application/fhir+json' };

const bundle = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    { resource: { resourceType: 'Patient', id: 'x', name: [{ family: M.fhir, given: [M.fhir] }] } },
    {
      resource: {
        resourceType: 'Condition',
        id: 'c',
        subject: { reference: 'Patient/x' },
        clinicalStatus: { coding: [{ code: 'active' }] },
        code: { text: `Gout of ${M.bundle}` },
        note: [{ text: M.bundle }],
      },
    },
  ],
};

/** Without a model: turns, questions, imports, research with a trigger that fires, and requests that are refused. */
export async function plantOffline({ fleet, call }: Planting): Promise<void> {
  const person = { patient_id: M.patient, session_id: M.session };
  const key = { 'Idempotency-Key': M.key };
  await fleet.say(`I see Dr. ${M.doctor} and I am allergic to peanuts. ${M.message}. My weight is 81 kg`, person, key);
  await fleet.say(`What does http://pages.example/${M.address} say about ${M.message}?`, person);
  await call('POST', `/v1/patients/${M.patient}/query`, { question: `When did I see Dr. ${M.question}?` });
  await call('POST', `/v1/patients/${M.patient}/query`, { cypher: `MATCH (n:${M.cypher}) RETURN n` });
  await call('POST', `/v1/patients/${M.patient}/query`, { cypher: `MATCH (p:Patient) DELETE '${M.cypher}'` });
  await call('POST', `/v1/patients/${M.patient}/fhir`, bundle, FHIR);
  await call('POST', `/v1/patients/${M.patient}/fhir`, { resourceType: M.bundle, entry: [M.fhir] }, FHIR);

  const talk = { user_id: M.patient, session_id: `${M.session}2`, team: 'research' };
  await fleet.say(`Research lupus nephritis for ${M.topic} and keep me updated weekly`, talk);
  // A clinician asks about the patient: the agent is the clinician's.
  const clinician = { user_id: 'dr-wren', patient_id: M.patient, session_id: 'wren', team: 'research' };
  await fleet.say(`Research asthma for ${M.clinician}`, clinician);
  const made = await call('POST', '/v1/agents', {
    ...{ user_id: M.patient, session_id: `${M.session}2` },
    name: `${M.agent} Research`,
    description: `Follows gout of ${M.agent}.`,
    message: `Look for gout of ${M.agent}`,
  });
  const plan = { agent_id: made.body.id, schedule: 'weekly', instruction: `Look for asthma of ${M.instruction}` };
  const trigger = await call('POST', '/v1/triggers', plan);
  const due = (await fleet.queue('trigger').getDelayed()).find(({ data }) => data.id === trigger.body.id);
  await makeDue(fleet.base.redis.connect('worker'), fleet.base.keys.tag, [String(trigger.body.id)]);
  await due?.promote();
  await expect
    .poll(async () => JSON.stringify((await call('GET', `/v1/triggers/${trigger.body.id}`)).body))
    .toContain('"fired":1');
  for (const schedule of [`3 days after the ${M.schedule} test`, `* * * ${M.schedule} *`])
    await call('PATCH', `/v1/triggers/${trigger.body.id}`, { schedule });

  await call('POST', '/v1/turns', `{"text": "${M.malformed}`);
  await call('GET', `/v1/${M.route}/${M.route}`);
  await call('POST', '/v1/turns', { text: 'x', patient_id: 'p', [M.field]: 1 });
  await call('POST', '/v1/turns', { text: { a: M.value }, patient_id: `${M.value} ${M.value}`, team: M.value });
  await call('GET', `/v1/turns/${M.value}`);
  await call('GET', `/v1/patients/${M.patient}/observations/${M.value}`);
}

/** The model's part: a health agent whose server quotes the prompt in its error, a research agent that writes mail and files. */
export function script(request: ScriptedRequest): ScriptedAnswer {
  const call = (name: string, args: Record<string, unknown>): ScriptedAnswer => ({ calls: [{ name, args }] });
  if (request.systemText.includes(', a research agent. Your topic')) {
    if (!answered(request, 'email_send'))
      return call('email_send', {
        to: `${M.mailto}@example.org`,
        subject: `About ${M.mailbody}`,
        body: `A question about ${M.mailbody}`,
      });
    if (!answered(request, 'write_file'))
      return call('write_file', { path: `notes/${M.file}.md`, content: `# ${M.file}` });
    if (!answered(request, 'send_message')) return call('send_message', { message: `Found: ${M.report}` });
    return { text: `Done: ${M.summary}` };
  }
  if (request.lastUserText.startsWith('Report of')) return call('respond', { message: `Told: ${M.report}` });
  if (request.lastUserText.includes(M.modelerror))
    return { error: { status: 400, message: `INVALID: ${request.lastUserText}` } };
  return answered(request, 'create_agent')
    ? call('respond', { message: 'At work.' })
    : call('create_agent', { name: 'Mail', description: `Follows ${M.topic}.`, message: `Write to ${M.mailto}` });
}

/** With a model: an error that quotes the prompt, a mail that is approved, sent and answered, a file, a report. */
export async function plantWithModel({ fleet, call }: Planting): Promise<void> {
  await fleet.say(`My name is ${M.modelerror}`, { patient_id: M.patient, session_id: M.session });
  await fleet.say(`Ask ${M.mailto} about lupus`, { user_id: M.patient, session_id: `${M.session}3`, team: 'research' });
  const approvals = async () =>
    (await call('GET', `/v1/approvals?user_id=${M.patient}`)).body.approvals as { id: string; status: string }[];
  await expect.poll(async () => (await approvals()).length).toBe(1);
  const id = (await approvals())[0]?.id ?? '';
  await call('POST', `/v1/approvals/${id}`, { decision: 'approve', note: M.mailbody });
  // Told of the outcome, the agent may write another one.
  await expect.poll(async () => (await approvals()).find((one) => one.id === id)?.status).toBe('sent');
  const mail = JSON.stringify({
    message_id: '<1@lab.example>',
    in_reply_to: `<${id}@example.org>`,
    from: `${M.mailto}@example.org`,
    subject: `Re: ${M.mailanswer}`,
    text: M.mailanswer,
  });
  const seconds = Math.floor(Date.now() / 1000);
  const hash = createHmac('sha256', MAIL_SECRET).update(`${seconds}.${mail}`).digest('hex');
  await call('POST', '/v1/mail/inbound', mail, { 'X-Medfleet-Signature': `t=${seconds},v1=${hash}` });
  await idle(fleet);
}

/** Until no task is open. */
export async function idle(fleet: Fleet): Promise<void> {
  const redis = fleet.base.redis.connect('worker');
  await expect.poll(() => redis.zcard(fleet.base.keys.open())).toBe(0);
}
