/** `npm run gallery`: the gallery in a browser, with switches; a change of the code shows at once. */
import path from 'node:path';
import { createServer } from 'vite';

const server = await createServer({
  configFile: path.join('test', 'gallery', 'vite.config.ts'),
  server: { host: '127.0.0.1', port: 4173 },
});
await server.listen();
server.printUrls();
