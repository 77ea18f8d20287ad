import { sessionOfClient } from '@candid/event-store';
import type { Clock } from '@candid/platform';
import { LIMITS } from '../config.js';
import {
  addClosedDay,
  type ClosedDay,
  countClosedDays,
  findClosedDay,
  findNextDay,
  findUnverifiedDay,
  ledgerStart,
  listFaultyDays,
  markVerified,
} from './closed-days.rows.js';
import { type DayFaults, type VerifyDayOptions, verifyDay } from './verify-day.js';

const dayMs = 86_400_000;

export interface VerifyDaysOptions extends VerifyDayOptions {
  now: Clock;
}

/**
 * Verifies closed days in parts, so that no run takes long and each day is read again within 30 days. In every run: the days
 * that were found faulty. In a scheduled one also days to be closed, then those whose verification is oldest and more than a
 * day ago, for as long as there is time, or until the run has done its share. What is done is kept after each day.
 */
export async function verifyDays(
  options: VerifyDaysOptions,
  { isScheduled }: { isScheduled: boolean },
): Promise<DayFaults> {
  const session = sessionOfClient(options.store.pool);
  const faults: DayFaults = [];
  for (const day of await listFaultyDays(session)) faults.push(...(await verifyAgain(options, day)));
  if (!isScheduled) return faults;
  const deadlineMs = performance.now() + LIMITS.verifyDaysMs;
  const hasTime = () => performance.now() < deadlineMs;
  do {
    const closing = await closeNext(options);
    faults.push(...(closing ?? []));
    if (!closing || closing.length > 0) break;
  } while (hasTime());
  const share = Math.ceil((await countClosedDays(session)) / LIMITS.runsPerVerification);
  for (let verified = 0; verified < share || hasTime(); verified += 1) {
    const oldest = await findUnverifiedDay(session, new Date(options.now().getTime() - dayMs));
    if (!oldest) break;
    faults.push(...(await verifyAgain(options, oldest)));
  }
  return faults;
}

/** Undefined if no day is to be closed. */
async function closeNext(options: VerifyDaysOptions): Promise<DayFaults | undefined> {
  const session = sessionOfClient(options.store.pool);
  const { lastPosition: after } = (await findClosedDay(session)) ?? ledgerStart;
  const next = await findNextDay(session, { after, now: options.now() });
  if (!next) return undefined;
  const { faults, found } = await verifyDay(options, next);
  if (faults.length === 0) await addClosedDay(session, found, options.now());
  return faults;
}

async function verifyAgain(options: VerifyDaysOptions, closed: ClosedDay): Promise<DayFaults> {
  const { faults } = await verifyDay(options, closed, closed);
  const isRight = faults.length === 0;
  await markVerified(sessionOfClient(options.store.pool), closed.day, isRight, options.now());
  return faults;
}
