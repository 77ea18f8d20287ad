import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { supportRoutes, type UserId } from '@candid/contracts';
import type { RunningSystem } from '../start-system.js';
import { repositoryRoot } from '../tools.js';
import { Person } from './person.js';

const run = promisify(execFile);
const EMAIL = 'support-agent@people.example';
const PASSWORD = 'Support-agent-9';

/** A support account, made as an operator makes it: by the project's command. */
export async function supportAgent(system: RunningSystem, email = EMAIL): Promise<Person> {
  const { NODE_OPTIONS: _options, ...environment } = process.env;
  await run(process.execPath, ['tools/staff.mjs', 'add', email, '--data', system.dataDirectory], {
    cwd: repositoryRoot,
    env: { ...environment, STAFF_PASSWORD: PASSWORD },
  });
  return new Person(system, email, PASSWORD).logIn();
}

/** What one member of staff gives alone, as the system is set by itself. */
const ALONE_TOKENS = 200;

/** However many, in parts that need nobody's approval. */
export async function giveTokens(support: Person, userId: UserId, tokens: number): Promise<void> {
  for (let left = tokens; left > 0; left -= ALONE_TOKENS) {
    const body = { amount: Math.min(left, ALONE_TOKENS), reason: 'for a test' };
    await support.expect(supportRoutes.grant, { params: { userId }, body });
  }
}
