import { listDeadLettersRpc, replayDeadLetterRpc } from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import type { ServiceCall } from '../services/services.js';
import { SERVICES } from '../support/every-service.js';
import { columns } from './columns.js';
import { type Command, type Given, type Outcome, text } from './command.js';

const timeoutMs = 60_000;
const SHOWN = 50;

async function list(call: ServiceCall, { options }: Given): Promise<Outcome> {
  const limit = Number(text(options, 'limit') ?? SHOWN);
  const told = await Promise.all(SERVICES.map((service) => call(listDeadLettersRpc(service), { limit })));
  const letters = told.flatMap((each) => each.letters);
  if (letters.length === 0) return { lines: ['There are no dead letters.'], isRight: true };
  const rows = letters.map(({ failedAt, letterId, handler, attempts, reason }) => {
    return [failedAt, letterId, handler, attempts, reason];
  });
  return { lines: columns([['time', 'letter', 'handler', 'attempts', 'reason'], ...rows]), isRight: true };
}

const serviceOf = (letterId = '') => SERVICES.find((service) => letterId.startsWith(`${service}.`));

async function replay(call: ServiceCall, { subject: letterId = '' }: Given): Promise<Outcome> {
  try {
    await call(replayDeadLetterRpc(serviceOf(letterId)!), { letterId });
    return { lines: [`${letterId} is handled, or waits to be taken up again.`], isRight: true };
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code === 'UNAVAILABLE') throw error;
    return { lines: [`${letterId} is still a dead letter: ${error.message}`], isRight: false };
  }
}

export const deadLetterCommands: Readonly<Record<string, Command>> = {
  list: {
    usage: ['', 'what the services could not handle, newest first in each; --limit N (50) of each'],
    options: ['limit'],
    timeoutMs,
    run: list,
  },
  replay: {
    usage: ['LETTER', 'handle it again'],
    takes: 'LETTER',
    timeoutMs,
    fault: ({ subject }) =>
      serviceOf(subject) ? undefined : 'Give the id of a dead letter, as `dead-letters list` shows it.',
    run: replay,
  },
};
