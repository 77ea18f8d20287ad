import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type StaffRole, secondFactorRoutes, supportRoutes, type UserId } from '@candid/contracts';
import { TOTP } from 'otpauth';
import type { RunningSystem } from '../start-system.js';
import { repositoryRoot } from '../tools.js';
import { Person } from './person.js';

const run = promisify(execFile);
/** Each Jest worker has its own account, because two concurrent commands cannot create the same account. */
const EMAIL = `support-agent-${process.env['JEST_WORKER_ID'] ?? 1}@people.example`;
export const STAFF_PASSWORD = 'Support-agent-9';

type System = Pick<RunningSystem, 'baseUrl' | 'mailUrl' | 'dataDirectory' | 'home' | 'staffCommand'>;

export async function runStaffCommand(system: System, ...words: string[]): Promise<void> {
  const { NODE_OPTIONS: _options, ...environment } = process.env;
  const [program, ...args] = system.staffCommand
    ? [...system.staffCommand, ...words]
    : [process.execPath, 'tools/staff.mjs', ...words, '--data', system.dataDirectory];
  await run(program!, args, {
    cwd: system.home ?? repositoryRoot,
    env: { ...environment, STAFF_PASSWORD },
  });
}

const created = new Map<string, Promise<void>>();

/** The operator's command runs once for all spec files of a worker. */
export async function staffAgent(system: System, email: string, role: StaffRole): Promise<Person> {
  const account = [system.dataDirectory, email, role].join(' ');
  const creation = created.get(account) ?? runStaffCommand(system, 'add', email, '--role', role);
  created.set(account, creation);
  await creation;
  return new Person(system, email, STAFF_PASSWORD).logIn();
}

export const supportAgent = (system: System, email = EMAIL): Promise<Person> => staffAgent(system, email, 'support');
export const moderatorAgent = (system: System, email: string): Promise<Person> =>
  staffAgent(system, email, 'moderator');

export async function giveTokens(support: Person, userId: UserId, amount: number): Promise<void> {
  await support.expect(supportRoutes.grant, { params: { userId }, body: { amount, reason: 'for a test' } });
}

const STEP_MS = 30_000;

export const codeOfApp = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** Uses the code of the current half minute. The next code, `codeOfApp(secret, 1)`, is already valid. */
export async function setUpSecondFactor(staff: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = { body: { password: staff.password } };
  const { secret } = await staff.expect(secondFactorRoutes.beginSecondFactor, begun);
  const body = { code: codeOfApp(secret) };
  const { token, recoveryCodes } = await staff.expect(secondFactorRoutes.confirmSecondFactor, { body });
  staff.token = token;
  return { secret, recoveryCodes };
}
