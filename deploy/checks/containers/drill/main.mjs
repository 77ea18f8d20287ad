import { say } from '../../../../tools/lib/say.mjs';
import { rehearseRestore } from './restore.mjs';

/** Runs as a process of its own inside the engine's network, where the addresses of the containers are reachable. */
const { passed, failed } = await rehearseRestore(JSON.parse(process.env.DRILL));
say(`restore, ${passed} ok${failed > 0 ? `, ${failed} FAILED` : ''}`);
process.exit(failed > 0 ? 1 : 0);
