// An agent on the server side of the JavaScript SDK: what it does is the first word of a message. Prints its port when it serves.
// Arguments: the version of its interface (1.0 or 0.3), its binding (JSONRPC or HTTP+JSON), whether it streams (true or false).
import express from 'express';
import { generateAgentCardSignature, AgentCard } from '@a2a-js/sdk';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import * as sdk from '@a2a-js/sdk';
import { webcrypto } from 'node:crypto';

const [version, binding, streams] = process.argv.slice(2);
const S = sdk.TaskState;
const executions = [];
const stopped = new Map();
const logins = new Map();

const state = name => S['TASK_STATE_' + name];
const text = value => ({ content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: '' });
const data = value => ({ content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType: '' });
const raw = (value, filename, mediaType) => ({ content: { $case: 'raw', value: Buffer.from(value) }, metadata: undefined, filename, mediaType });
const link = value => ({ content: { $case: 'url', value }, metadata: undefined, filename: 'x.pdf', mediaType: 'application/pdf' });
const message = (context, parts) => ({
  messageId: webcrypto.randomUUID(), contextId: context.contextId, taskId: context.taskId, role: sdk.Role.ROLE_AGENT,
  parts, metadata: undefined, extensions: [], referenceTaskIds: [],
});
const pause = ms => new Promise(done => setTimeout(done, ms));

class Work {
  constructor(context, bus) {
    this.context = context;
    this.bus = bus;
  }
  status(name, parts) {
    return { state: state(name), message: parts ? message(this.context, parts) : undefined, timestamp: new Date().toISOString() };
  }
  begin() {
    const known = this.context.task;
    this.bus.publish(AgentEvent.task(known ?? {
      id: this.context.taskId, contextId: this.context.contextId, status: this.status('SUBMITTED'),
      artifacts: [], history: [this.context.userMessage], metadata: undefined,
    }));
    this.tell('WORKING', 'on it');
  }
  tell(name, words) {
    this.bus.publish(AgentEvent.statusUpdate({
      taskId: this.context.taskId, contextId: this.context.contextId,
      status: this.status(name, words === undefined ? undefined : [].concat(words).map(w => typeof w === 'string' ? text(w) : w)), metadata: undefined,
    }));
  }
  artifact(artifactId, parts, append = false) {
    this.bus.publish(AgentEvent.artifactUpdate({
      taskId: this.context.taskId, contextId: this.context.contextId, append, lastChunk: false, metadata: undefined,
      artifact: { artifactId, name: 'n-' + artifactId, description: '', parts, metadata: undefined, extensions: [] },
    }));
  }
  async run(words) {
    const [word, ...rest] = words.split(' ');
    if (this.context.task) {
      return this.answered(words);
    }
    switch (word) {
      case 'message':
        return this.bus.publish(AgentEvent.message(message(this.context, [text(rest.join(' '))])));
      case 'parts':
        this.begin();
        this.artifact('a1', [text('words')]);
        this.artifact('a2', [raw('bytes of a file', 'report.txt', 'text/plain'), link('https://files.example/x.pdf'), data({ answer: 42 })]);
        return this.tell('COMPLETED', 'here you are');
      case 'chunks':
        this.begin();
        this.artifact('a', [text('hel')]);
        this.artifact('a', [text('lo ')], true);
        this.artifact('a', [text('world')], true);
        return this.tell('COMPLETED');
      case 'status':
        this.begin();
        return this.tell('COMPLETED', rest.join(' '));
      case 'empty':
        this.begin();
        return this.tell('COMPLETED');
      case 'huge':
        this.begin();
        this.artifact('a', [text('x'.repeat(Number(rest[0]) * 1024))]);
        return this.tell('COMPLETED');
      case 'file':
        this.begin();
        this.artifact('a', [raw(Buffer.alloc(Number(rest[0]) * 1024, 7), 'big.bin', 'application/octet-stream')]);
        return this.tell('COMPLETED');
      case 'fail':
        this.begin();
        this.artifact('half', [raw('half of it', 'half.txt', 'text/plain')]);
        return this.tell('FAILED', 'the oven broke');
      case 'reject':
        this.begin();
        return this.tell('REJECTED', 'not my job');
      case 'ask':
        this.begin();
        return this.tell('INPUT_REQUIRED', ['which colour?', data({ form: 'colour' })]);
      case 'auth':
        this.begin();
        this.tell('AUTH_REQUIRED', 'log in at the desk');
        await new Promise(done => logins.set(this.context.taskId, done));
        this.artifact('a', [text('you are in')]);
        return this.tell('COMPLETED');
      case 'slow':
      case 'stubborn':
        this.begin();
        for (let i = 0; i < 600 && !(stopped.get(this.context.taskId) && word === 'slow'); i++) {
          await pause(100);
        }
        return this.tell(word === 'slow' ? 'CANCELED' : 'COMPLETED');
      case 'drop':
        this.begin();
        this.artifact('a', [text('first ')]);
        await pause(300);
        this.artifact('a', [text('second')], true);
        return this.tell('COMPLETED');
      default:
        throw new Error('the agent threw');
    }
  }
  answered(words) {
    this.begin();
    if (words === 'maybe') {
      return this.tell('INPUT_REQUIRED', 'are you sure?');
    }
    this.artifact('a', [text('painted ' + words)]);
    return this.tell('COMPLETED');
  }
}

const executor = {
  async execute(context, bus) {
    const said = context.userMessage;
    executions.push(said.messageId);
    const first = said.parts.find(part => part.content?.$case === 'text')?.content.value ?? '';
    await new Work(context, bus).run(first);
    bus.finished();
  },
  async cancelTask(taskId, bus) {
    stopped.set(taskId, true);
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId: contexts.get(taskId) ?? '', metadata: undefined,
      status: { state: state('CANCELED'), message: undefined, timestamp: new Date().toISOString() } }));
    bus.finished();
  },
};
const contexts = new Map();
const inner = executor.execute;
executor.execute = (context, bus) => {
  contexts.set(context.taskId, context.contextId);
  return inner(context, bus);
};

const app = express();
const server = app.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}/agents/js`;
  const keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const card = AgentCard.fromJSON({
    name: 'Peer', description: 'Does what it is told', version: '1.0.0',
    supportedInterfaces: [{ url: base, protocolBinding: binding, protocolVersion: version, tenant: '' }],
    capabilities: { streaming: streams === 'true', pushNotifications: false, extendedAgentCard: false, extensions: [] },
    securitySchemes: {}, securityRequirements: [], defaultInputModes: ['text/plain', 'application/json'], defaultOutputModes: ['text/plain'],
    skills: [{ id: 'do', name: 'Do', description: 'Does it', tags: ['t'], examples: [], inputModes: [], outputModes: [], securityRequirements: [] }],
    signatures: [],
  });
  const sign = generateAgentCardSignature(keys.privateKey, { alg: 'ES256', kid: 'k1', typ: 'JOSE', jku: base + '/keys' });
  const signed = await sign(card);
  const requestHandler = new DefaultRequestHandler(signed, new InMemoryTaskStore(), executor);
  const legacyCompat = { enabled: version === '0.3' };
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat };
  const drops = new Set();
  app.get('/executions', (request, response) => response.json(executions));
  app.get('/login', (request, response) => {
    logins.forEach(done => done());
    response.json([]);
  });
  app.get('/agents/js/keys', async (request, response) => {
    const key = await webcrypto.subtle.exportKey('jwk', keys.publicKey);
    response.json({ keys: [{ ...key, kid: 'k1' }] });
  });
  // The 0.3 side of an agent is for callers that name no version; a card that has nothing else is shown to all.
  app.use('/agents/js/.well-known/agent-card.json', (request, response, next) => {
    if (version === '0.3') {
      request.headers['a2a-version'] = '0.3';
    }
    next();
  }, agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }));
  // The first stream of a message that begins with drop is cut in the middle.
  app.use('/agents/js', (request, response, next) => {
    const write = response.write.bind(response);
    response.write = (chunk, ...more) => {
      const result = write(chunk, ...more);
      if (String(chunk).includes('first ') && !drops.has('done')) {
        drops.add('done');
        setTimeout(() => response.socket?.destroy(), 20);
      }
      return result;
    };
    next();
  }, binding === 'JSONRPC' ? jsonRpcHandler(options) : restHandler(options));
  console.log('PORT ' + server.address().port);
});
process.stdin.on('end', () => process.exit(0)).resume();
