import { expect, test } from 'vitest';
import { hostSpellings } from '../../../service/start-service.ts';

test.each([
  ['http', 'localhost', 80, ['localhost:80', 'localhost']],
  ['https', '[::1]', 443, ['[::1]:443', '[::1]']],
  ['http', '127.0.0.1', 443, ['127.0.0.1:443']],
  ['https', '127.0.0.1', 8443, ['127.0.0.1:8443']],
] as const)('%s://%s:%i is named by %j', (scheme, name, port, spellings) => {
  expect([...hostSpellings(scheme, name, port)]).toEqual(spellings);
});
