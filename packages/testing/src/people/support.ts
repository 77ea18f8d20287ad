import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type StaffRole, supportRoutes, type UserId } from '@candid/contracts';
import type { RunningSystem } from '../start-system.js';
import { repositoryRoot } from '../tools.js';
import { Person } from './person.js';

const run = promisify(execFile);
const EMAIL = 'support-agent@people.example';
const PASSWORD = 'Support-agent-9';

type System = Pick<RunningSystem, 'baseUrl' | 'mailUrl' | 'dataDirectory' | 'home'>;

/** `npm run staff`, as an operator runs it. */
export async function runStaffCommand(system: System, ...words: string[]): Promise<void> {
  const { NODE_OPTIONS: _options, ...environment } = process.env;
  await run(process.execPath, ['tools/staff.mjs', ...words, '--data', system.dataDirectory], {
    cwd: system.home ?? repositoryRoot,
    env: { ...environment, STAFF_PASSWORD: PASSWORD },
  });
}

/** A support account, made as an operator makes it: by the project's command. */
export const supportAgent = (system: System, email = EMAIL): Promise<Person> => staffMember(system, email, 'support');

/** As `supportAgent`, with these roles of staff. */
export async function staffMember(system: System, email: string, ...roles: StaffRole[]): Promise<Person> {
  for (const role of roles) await runStaffCommand(system, 'add', email, '--role', role);
  return new Person(system, email, PASSWORD).logIn();
}

/** A moderator, who is no support: `moderator(system, 'second@people.example')` is another one. */
export const moderator = (system: System, email = 'moderator@people.example'): Promise<Person> =>
  staffMember(system, email, 'moderator');

export async function giveTokens(support: Person, userId: UserId, amount: number): Promise<void> {
  await support.expect(supportRoutes.grant, { params: { userId }, body: { amount, reason: 'for a test' } });
}
