import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

serveStdio(() => {
    const server = new McpServer({ name: 'dual', version: '1' });
    const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
    server.registerTool('echo', { description: 'Says what it is told.', inputSchema: fromJsonSchema(schema) }, ({ text }) => ({ content: [{ type: 'text', text }] }));
    return server;
});
