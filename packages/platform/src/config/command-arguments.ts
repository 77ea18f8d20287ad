const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/** Without arguments, returns the words of ARGUMENTS, because `kubectl` cannot set the arguments of a CronJob's Job. */
export function commandArguments(
  own: readonly string[] = process.argv.slice(2),
  { ARGUMENTS: text = '' }: Record<string, string | undefined> = process.env,
): string[] {
  if (own.length > 0) return [...own];
  return [...text.matchAll(WORD)].map(([, inDouble, inSingle, bare]) => inDouble ?? inSingle ?? bare ?? '');
}
