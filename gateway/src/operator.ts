/** Exit code 1: the result is bad or no service answers. Exit code 2: the arguments are invalid. */
import { parseArgs } from 'node:util';
import { commandArguments, loadConfig } from '@candid/platform';
import { operatorSettings } from './kernel/config.js';
import { asOperator, type Command, columns } from './operator/command.js';
import { ledgerCommands } from './operator/ledger-commands.js';
import { moderationCommands } from './operator/moderation-commands.js';
import { deadLetterCommands, streamCommands } from './operator/queue-commands.js';

const GROUPS: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  ledger: ledgerCommands,
  moderation: moderationCommands,
  'dead-letters': deadLetterCommands,
  streams: streamCommands,
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function usageOf(groups: typeof GROUPS): string[] {
  const rows = Object.entries(groups).flatMap(([group, commands]) =>
    Object.entries(commands).flatMap(
      ([
        name,
        {
          usage: [takes, first = '', ...more],
        },
      ]) => [[`${group} ${name} ${takes}`.trim(), first], ...more.map((line) => ['', line])],
    ),
  );
  return [
    ...columns(rows),
    'USER, TRANSFER, CASE and LETTER are ids, CONSUMER is a name; TIME is 2026-11-22 or 2026-11-22T10:00:00Z, DAY is 2026-11-22.',
  ];
}

function refuse(lines: readonly string[], exitCode = 2): never {
  for (const line of lines) say(line);
  process.exit(exitCode);
}

function parsed({ options = [], flags = [] }: Command, words: string[], usage: string[]) {
  const known = [
    ...options.map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ];
  try {
    return parseArgs({ args: words, options: Object.fromEntries(known), allowPositionals: true });
  } catch (error) {
    return refuse([(error as Error).message, '', ...usage]);
  }
}

function commandOf([group = '', name = '', ...words]: string[]) {
  const commands = Object.hasOwn(GROUPS, group) ? GROUPS[group]! : undefined;
  const usage = usageOf(commands ? { [group]: commands } : GROUPS);
  const command = commands && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return refuse(usage, name === '' && (group === '' || commands) ? 0 : 2);
  const { values: options, positionals } = parsed(command, words, usage);
  const [subject, ...others] = positionals;
  const { takes } = command;
  const isMissing = takes !== undefined && !takes.startsWith('[') && subject === undefined;
  if (isMissing || others.length > 0 || (subject !== undefined && takes === undefined)) return refuse(usage);
  const given = { subject, options: options as Record<string, string | boolean | undefined> };
  const fault = command.fault?.(given);
  return fault === undefined ? { command, given } : refuse([fault, '', ...usage]);
}

const { command, given } = commandOf(commandArguments());
const { NATS_URL: natsUrl, NATS_CA: ca } = loadConfig(operatorSettings);
try {
  const { lines, isRight } = await asOperator({ natsUrl, ca, timeoutMs: command.timeoutMs }, (call, nats) =>
    command.run(call, given, nats),
  );
  for (const line of lines) say(line);
  process.exit(isRight ? 0 : 1);
} catch (error) {
  refuse([Error.isError(error) ? error.message : String(error)], 1);
}
