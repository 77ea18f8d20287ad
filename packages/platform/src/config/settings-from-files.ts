import { readFileSync } from 'node:fs';

/** Variables by name, as in `process.env`. */
export type Environment = Record<string, string | undefined>;

export interface GivenSettings {
  values: Environment;
  /** One line per setting that could not be taken, with its name and never its value. */
  faults: string[];
}

/**
 * Reads each setting of `names` from the environment, or from the file that the variable `<NAME>_FILE` names, as
 * orchestrators provide secrets. An empty setting counts as absent. A line end at the end of a file, which editors and
 * `echo` write, does not belong to the value.
 */
export function settingsFromFiles(names: readonly string[], environment: Environment): GivenSettings {
  const values: Environment = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const faults: string[] = [];
  for (const name of names) {
    const fileName = `${name}_FILE`;
    const file = values[fileName];
    // A setting may itself end in _FILE; then it is one, and no other's file.
    if (file === undefined || names.includes(fileName)) continue;
    if (values[name] !== undefined) {
      faults.push(`${name} is given twice, by itself and by ${fileName}`);
      continue;
    }
    try {
      values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
    } catch (error) {
      faults.push(`${fileName} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'not a file'}`);
    }
  }
  return { values, faults };
}
