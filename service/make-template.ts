/** Command: `node dist/service/make-template.js [FILE]` writes the database template beside itself or to FILE. */
import { fileURLToPath } from 'node:url';
import { makeTemplate, templateFileName } from './database/make-template.ts';

await makeTemplate(process.argv[2] ?? fileURLToPath(new URL(templateFileName, import.meta.url)));
