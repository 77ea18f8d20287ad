const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/**
 * If the process has no arguments, splits the variable ARGUMENTS into words; quotes group words. `kubectl` can set only
 * the environment of a Job that it creates from a CronJob.
 */
export function commandArguments(
  own: readonly string[] = process.argv.slice(2),
  { ARGUMENTS: text = '' }: Record<string, string | undefined> = process.env,
): string[] {
  if (own.length > 0) return [...own];
  return [...text.matchAll(WORD)].map(([, inDouble, inSingle, bare]) => inDouble ?? inSingle ?? bare ?? '');
}
