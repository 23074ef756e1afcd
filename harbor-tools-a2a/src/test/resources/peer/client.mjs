// A caller on the client side of the JavaScript SDK. Argument: the address of an agent, and the binding to speak (JSONRPC or HTTP+JSON).
// Reads lines of JSON {call, params} and answers each with a line {result} or {error}. Streams answer with the list of their events.
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory, createAuthenticatingFetchWithRetry, DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import * as sdk from '@a2a-js/sdk';
import { createInterface } from 'node:readline';

const [url, binding, token] = process.argv.slice(2);
const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
  headers: async () => ({ Authorization: 'Bearer ' + token }),
  shouldRetryWithHeaders: async () => undefined,
});
const transport = binding === 'JSONRPC' ? new JsonRpcTransportFactory({ fetchImpl }) : new RestTransportFactory({ fetchImpl });
const factory = new ClientFactory({ transports: [transport], preferredTransports: [binding], cardResolver: new DefaultAgentCardResolver({ fetchImpl }) });
const client = await factory.createFromUrl(url, '/agents/site/.well-known/agent-card.json');
const json = value => value && value.payload ? sdk.StreamResponse.toJSON(value) : value && 'status' in value ? sdk.Task.toJSON(value) : value;
const requests = {
  sendMessage: sdk.SendMessageRequest, sendMessageStream: sdk.SendMessageRequest, getTask: sdk.GetTaskRequest, cancelTask: sdk.CancelTaskRequest,
  listTasks: sdk.ListTasksRequest, resubscribeTask: sdk.SubscribeToTaskRequest,
};

console.log('READY');
for await (const line of createInterface({ input: process.stdin })) {
  const { call, params } = JSON.parse(line);
  try {
    const request = requests[call]?.fromJSON ? requests[call].fromJSON(params) : params;
    let result = client[call](request);
    if (result[Symbol.asyncIterator]) {
      const events = [];
      for await (const event of result) {
        events.push(json(event));
      }
      result = events;
    } else {
      result = await result;
      result = call === 'listTasks' ? sdk.ListTasksResponse.toJSON(result) : json(result);
    }
    console.log(JSON.stringify({ result: result ?? null }));
  } catch (e) {
    console.log(JSON.stringify({ error: { name: e.name, code: e.code ?? e.envelope?.error?.code ?? null, message: e.message } }));
  }
}
