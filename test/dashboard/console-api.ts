/** Serves the console beside an API that speaks the real wire format, with turns that the test defines. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import helmet from 'helmet';
import { createConsole } from '../../dashboard/console.ts';

export type ScriptedEvent = { event: string; data: Record<string, unknown> };

/** One turn: the events in order, the finished turn, and where the connection breaks. */
export type Script = {
  events: ScriptedEvent[];
  view: Record<string, unknown>;
  /** The first connection is cut after so many events, when the test says `cut()`. */
  dropAfter?: number;
  /** The stream stays open after so many events until `release()` or a DELETE. */
  holdAfter?: number;
};

type Seen = { method: string; path: string; headers: Request['headers']; body: Record<string, unknown> | undefined };
type Open = Script & {
  createdAt: string;
  id: string;
  patientId: string;
  text: string;
  cancelled: boolean;
  released: boolean;
  cut: boolean;
};

export type ConsoleApi = Awaited<ReturnType<typeof startConsoleApi>>;

export async function startConsoleApi() {
  const app = express();
  const scripts: Script[] = [];
  const problems: { status: number; body: Record<string, unknown>; headers?: Record<string, string> }[] = [];
  const turns = new Map<string, Open>();
  const seen: Seen[] = [];
  const records = new Map<string, Record<string, unknown>>();
  const waiting = new Set<() => void>();

  app.use(helmet(), express.json());
  app.use((req, _res, next) => {
    seen.push({ method: req.method, path: req.path, headers: req.headers, body: req.body });
    next();
  });
  app.use('/dashboard', createConsole());

  app.post('/v1/turns', (req, res) => {
    const problem = problems.shift();
    if (problem) return sendProblem(res, problem.status, problem.body, problem.headers);
    const script = scripts.shift();
    if (!script) return sendProblem(res, 500, { title: 'The test wrote no turn' });
    const id = `turn-${turns.size + 1}`;
    const { text, patient_id: patientId } = req.body;
    const createdAt = `2026-03-01T09:0${turns.size}:00Z`;
    turns.set(id, { ...script, id, patientId, text, cancelled: false, released: false, cut: false, createdAt });
    return res.status(202).json({
      turn_id: id,
      session_id: req.body.session_id ?? `session-${id}`,
      status: 'queued',
      events_url: `/v1/turns/${id}/events`,
      result_url: `/v1/turns/${id}`,
    });
  });

  app.get('/v1/turns', (req, res) =>
    res.json({
      turns: [...turns.values()]
        .filter((turn) => turn.patientId === req.query.patient_id)
        .map(view)
        .reverse(),
    }),
  );
  // As in the real API: a turn's messages are added to the session when it ends.
  app.get('/v1/sessions/:id', (req, res) =>
    res.json({
      session_id: req.params.id,
      messages: [...turns.values()]
        .filter(({ view }) => view.status !== 'running')
        .map(({ id, text }) => ({ role: 'user', text, turn_id: id })),
      summary: null,
      state: {},
    }),
  );
  app.get('/v1/turns/:id', (req, res) => {
    const turn = turns.get(req.params.id);
    return turn ? res.json(view(turn)) : sendProblem(res, 404, { title: 'Not found' });
  });
  app.delete('/v1/turns/:id', (req, res) => {
    const turn = turns.get(req.params.id);
    if (turn) turn.cancelled = true;
    wake();
    res.status(202).json({ turn_id: req.params.id, status: 'cancelled' });
  });
  app.get('/v1/turns/:id/events', async (req, res) => {
    const turn = turns.get(req.params.id);
    if (!turn) return sendProblem(res, 404, { title: 'Not found' });
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    res.write('retry: 50\n\n: hello\n\n');
    await stream(turn, Number(req.get('last-event-id')?.split('-')[0] ?? 0), res);
    return undefined;
  });
  app.get('/v1/patients/:id/record', (req, res) => {
    const record = records.get(req.params.id);
    return record ? res.json(record) : sendProblem(res, 404, { title: 'Not found', code: 'not_found' });
  });

  async function stream(turn: Open, after: number, res: Response): Promise<void> {
    for (let index = after; index < turn.events.length && !turn.cancelled; index += 1) {
      if (turn.dropAfter === index && !turn.cut) {
        // Cut in the middle of an event, as a network does.
        res.write('id: 999-0\nevent: delta\ndata: {"agent":"half');
        await until(() => turn.cut);
        res.destroy();
        return;
      }
      if (turn.holdAfter === index) await until(() => turn.released || turn.cancelled);
      if (turn.cancelled) break;
      const { event, data } = turn.events[index] as ScriptedEvent;
      res.write(`id: ${index + 1}-0\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    if (turn.cancelled) res.write(`id: 900-0\nevent: done\ndata: {"status":"cancelled","turn_id":"${turn.id}"}\n\n`);
    res.end();
  }

  async function until(isTime: () => boolean): Promise<void> {
    while (!isTime()) await new Promise<void>((resolve) => waiting.add(resolve));
  }

  function view(turn: Open): Record<string, unknown> {
    const ended = turn.cancelled ? { status: 'cancelled', reply: null, agents: {}, facts: [], red_flags: [] } : {};
    return { turn_id: turn.id, patient_id: turn.patientId, created_at: turn.createdAt, ...turn.view, ...ended };
  }

  function wake(): void {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    records,
    /** The next message becomes this turn. */
    willRun: (script: Script) => scripts.push(script),
    /** The next message is refused. */
    willRefuse: (status: number, body: Record<string, unknown>, headers?: Record<string, string>) =>
      problems.push({ status, body, ...(headers ? { headers } : {}) }),
    /** The connections of turns with `dropAfter` break here. */
    cut() {
      for (const turn of turns.values()) turn.cut = true;
      wake();
    },
    release() {
      for (const turn of turns.values())
        Object.assign(turn, { released: true, view: { ...turn.view, status: 'completed' } });
      wake();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendProblem(res: Response, status: number, body: object, headers: Record<string, string> = {}): Response {
  return res
    .status(status)
    .set(headers)
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', status, ...body }));
}
