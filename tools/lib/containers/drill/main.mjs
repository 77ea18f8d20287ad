import { say } from '../../say.mjs';
import { rehearseRestore } from './restore.mjs';

/** Of its own process, because the containers' addresses are those of the engine's network. */
const { passed, failed } = await rehearseRestore(JSON.parse(process.env.DRILL));
say(`restore, ${passed} ok${failed > 0 ? `, ${failed} FAILED` : ''}`);
process.exit(failed > 0 ? 1 : 0);
