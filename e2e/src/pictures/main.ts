import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadPhotosService, outcomeOf, Screen } from './comparison.js';
import { factsOf } from './file-facts.js';
import { comparable, faultsOf, pageOf, type Row, tableOf } from './table.js';
import { type WrittenFile, writtenFiles } from './written-files.js';

const PAGE = fileURLToPath(new URL('../../../docs/pictures.md', import.meta.url));
const { values } = parseArgs({ options: { check: { type: 'boolean' }, folder: { type: 'string' } } });
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

async function filesIn(folder: string): Promise<WrittenFile[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(names.map(async ({ name }) => ({ name, file: await readFile(join(folder, name)), writer: '' })));
}

async function* rowsOf(files: readonly WrittenFile[], screen: Screen): AsyncGenerator<Row> {
  const service = await loadPhotosService();
  for (const { name, file, writer, twin, meanMax } of files) {
    const outcome = await outcomeOf(service, file);
    const difference = 'refusal' in outcome ? null : await screen.differenceTo(outcome.pixels, twin ?? file);
    yield { name, facts: await factsOf(file), outcome, difference, isOfTwin: twin !== undefined, writer, meanMax };
  }
}

async function collected<Element>(source: AsyncIterable<Element>): Promise<Element[]> {
  const elements: Element[] = [];
  for await (const element of source) elements.push(element);
  return elements;
}

// The files are written first, because importing the service changes the settings of sharp for the whole process.
const files = await (values.folder === undefined ? collected(writtenFiles()) : filesIn(values.folder));
const screen = await Screen.open();
try {
  const rows = await collected(rowsOf(files, screen));
  const faults = faultsOf(rows);
  for (const fault of faults) say(fault);
  if (values.folder !== undefined) say(tableOf(rows));
  else if (!values.check) await writeFile(PAGE, pageOf(rows, { chromium: screen.version }));
  else if (comparable(await readFile(PAGE, 'utf8')) !== comparable(tableOf(rows))) {
    say('docs/pictures.md differs from what the product does: npm run pictures');
    process.exitCode = 1;
  }
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await screen.close();
}
