/** Command: `node dist/service/conformance.js --url … --client-id … --client-secret …` (docs/conformance.md). */
import { main } from './command.ts';

process.exitCode = await main(process.argv.slice(2));
