import { say } from '../../../../tools/lib/say.mjs';
import { rehearseRestore } from './restore.mjs';

/** Runs as a separate process in the engine's network namespace, which reaches the addresses of the containers. */
const { passed, failed } = await rehearseRestore(JSON.parse(process.env.DRILL));
say(`restore, ${passed} ok${failed > 0 ? `, ${failed} FAILED` : ''}`);
process.exit(failed > 0 ? 1 : 0);
