/**
 * An agent in a program of its own that speaks A2A 1.0, made with the protocol's SDK and without Medfleet. It asks back when it is not told
 * how many steps a walk had, and goes on with the same task when it is.
 *
 *   A2A_TOKEN=$(openssl rand -hex 24) PORT=8091 node examples/a2a/agent.mjs
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { AgentCard, Role, TaskState } from '@a2a-js/sdk';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';

const METRES_PER_STEP = 0.7;
const { A2A_TOKEN = '', PORT = '8091' } = process.env;

const executor = {
  async execute({ taskId, contextId, userMessage }, bus) {
    const text = userMessage.parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(' ');
    const steps = Number(/\d{1,6}/.exec(text)?.[0]);
    const state = steps ? TaskState.TASK_STATE_COMPLETED : TaskState.TASK_STATE_INPUT_REQUIRED;
    const says = steps
      ? `${steps} steps are about ${((steps * METRES_PER_STEP) / 1000).toFixed(1)} km.`
      : 'How many steps were they?';
    const message = { messageId: randomUUID(), taskId, contextId, role: Role.ROLE_AGENT, parts: [textPart(says)] };
    const status = { state, message: { ...message, extensions: [], referenceTaskIds: [] } };
    bus.publish(AgentEvent.task({ id: taskId, contextId, status, artifacts: [], history: [userMessage] }));
    bus.finished();
  },
  async cancelTask() {
    // It answers at once, so there is never anything to cancel.
  },
};

function textPart(value) {
  return { content: { $case: 'text', value }, filename: '', mediaType: 'text/plain' };
}

function cardAt(url) {
  return AgentCard.fromJSON({
    name: 'Hikes',
    description: 'Says how far a walk was.',
    version: '1.0.0',
    supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: false },
    securitySchemes: { token: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { token: { list: [] } } }],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'distance', name: 'Distance', description: 'Turns steps into kilometres.', tags: ['walking'] }],
  });
}

if (A2A_TOKEN === '') throw new Error('Set A2A_TOKEN: whoever calls has to know it.');
const app = express();
const server = createServer(app);
server.listen(Number(PORT), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const card = cardAt(url);
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  // The card is public; everything else wants the token.
  app.get('/.well-known/agent-card.json', (_request, response) => void response.json(AgentCard.toJSON(card)));
  app.use((request, response, next) => {
    if (request.headers.authorization === `Bearer ${A2A_TOKEN}`) next();
    else response.status(401).json({});
  });
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  console.log(`listening at ${url}`);
});
