import { describeCrashes } from './crash.js';
import { describeDeaths } from './deaths.js';
import { describeMoney } from './money.js';
import { itLogsNoAddress, useOwnSystem } from './own-system.js';
import { describeSupport } from './support.js';

/** One system, with a process per part, for all tests that kill a part. They run in sequence. */
const own = useOwnSystem({ args: ['--processes'] });

describeSupport(own);
describeMoney(own);
describeDeaths(own);
describeCrashes(own);
itLogsNoAddress(() => own().system);
