// A server of the stateless era, made with the published SDK. Run with this folder's node_modules beside it.
// `--only` refuses the older era; `--more` has one tool more after `grow` was called.
import { McpServer, fromJsonSchema, inputRequired } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const object = (properties, required = []) => fromJsonSchema({ type: 'object', properties, required });
const text = words => ({ content: [{ type: 'text', text: words }] });

serveStdio(() => {
    const server = new McpServer({ name: 'stateless', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
    server.registerTool('echo', { description: 'Says it again.', inputSchema: object({ message: { type: 'string' } }, ['message']) },
        async ({ message }) => text(`Echo: ${message}`));
    server.registerTool('slow', { description: 'Tells how far it is, and ends when told to.', inputSchema: object({}) },
        async (_, context) => {
            const progressToken = context.mcpReq._meta?.progressToken;
            await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 3, message: 'under way' } });
            await new Promise(resolve => context.mcpReq.signal.addEventListener('abort', resolve));
            process.stderr.write('slow was cancelled\n');
            return text('never seen');
        });
    server.registerTool('greet', { description: 'Asks for a name first.', inputSchema: object({}) },
        async (_, context) => {
            const answer = context.mcpReq.inputResponses?.who;
            return answer
                ? text(answer.action === 'accept' ? `Hello ${answer.content.name}` : `Nobody: ${answer.action}`)
                : inputRequired({
                    inputRequests: {
                        who: inputRequired.elicit({
                            message: 'Who are you?',
                            requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
                        }),
                    },
                });
        });
    server.registerTool('grow', { description: 'Makes another tool.', inputSchema: object({}) }, async () => {
        server.registerTool('grown', { description: 'New.', inputSchema: object({}) }, async () => text('new'));
        return text('grown');
    });
    return server;
}, { legacy: process.argv.includes('--only') ? 'reject' : 'serve' });
