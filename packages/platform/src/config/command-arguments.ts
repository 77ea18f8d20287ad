const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/**
 * Returns the arguments of the process. If it has none, splits the variable ARGUMENTS into words; quotes group words.
 * `kubectl` can set the environment of a Job that it creates from a CronJob, but not its arguments.
 */
export function commandArguments(
  own: readonly string[] = process.argv.slice(2),
  { ARGUMENTS: text = '' }: Record<string, string | undefined> = process.env,
): string[] {
  if (own.length > 0) return [...own];
  return [...text.matchAll(WORD)].map(([, inDouble, inSingle, bare]) => inDouble ?? inSingle ?? bare ?? '');
}
