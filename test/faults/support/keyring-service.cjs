// An Electron program that seals and opens with safeStorage for the tests' killed processes. Says its address and ends
// with its standard input.
const { app, safeStorage } = require('electron');
const { createServer } = require('node:http');

const answers = {
  '/backend': () => {
    const name = safeStorage.getSelectedStorageBackend();
    const strong = safeStorage.isEncryptionAvailable() && name !== 'basic_text' && name !== 'unknown';
    return JSON.stringify({ strength: strong ? 'strong' : 'weak', name });
  },
  '/seal': (text) => safeStorage.encryptString(text).toString('base64'),
  '/open': (text) => safeStorage.decryptString(Buffer.from(text, 'base64')),
};

app.whenReady().then(() => {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      try {
        response.end(answers[request.url](Buffer.concat(chunks).toString()));
      } catch {
        response.writeHead(500).end();
      }
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(`keyring http://127.0.0.1:${server.address().port}`));
  process.stdin.on('end', () => app.exit(0)).resume();
});
