const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/**
 * The arguments of a command: those of the process, or where it has none, the words of ARGUMENTS, where quotes hold words
 * together. A job that is made from a template is given an environment more easily than arguments.
 */
export function commandArguments(
  own: readonly string[] = process.argv.slice(2),
  { ARGUMENTS: text = '' }: Record<string, string | undefined> = process.env,
): string[] {
  if (own.length > 0) return [...own];
  return [...text.matchAll(WORD)].map(([, inDouble, inSingle, bare]) => inDouble ?? inSingle ?? bare ?? '');
}
