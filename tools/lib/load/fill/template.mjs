import { text } from 'node:stream/consumers';
import { to } from 'pg-copy-streams';
import { columnsSql, tablesSql } from './copied-tables.sql.mjs';
import { parsed } from './world-copy.mjs';

/** Times that say how long something is still valid keep their value. */
const timeless = new Set(['sessions']);
const isTime = (variable) => variable[8] !== '-';

/** Lines as literals and numbers of variables; each variable once, so that a copy maps it once. */
function templateOf(content, { positionColumn, keepsTimes }) {
  const numbers = new Map();
  const numberOf = (variable) => {
    if (!numbers.has(variable)) numbers.set(variable, numbers.size);
    return numbers.get(variable);
  };
  const lines = content
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const cells = line.split('\t');
      const position = positionColumn < 0 ? undefined : Number(cells[positionColumn]);
      const before = positionColumn < 0 ? [] : cells.slice(0, positionColumn);
      const after = cells.slice(positionColumn + 1);
      const parts = [before, after].map((some) => {
        const { literals, variables } = parsed(some.join('\t'));
        return { literals, variables: variables.map(numberOf) };
      });
      return { before: parts[0], position, after: parts[1], hasBefore: before.length > 0 };
    });
  const variables = [...numbers.keys()];
  return { lines, variables, isKept: variables.map((variable) => keepsTimes && isTime(variable)) };
}

/** The rows of the service's tables as templates, in the order in which they can be written. */
export async function readTemplates(client) {
  const templates = [];
  for (const { oid, schema, name } of (await client.query(tablesSql)).rows) {
    const columns = (await client.query(columnsSql, [oid])).rows.map((row) => row.name);
    const quoted = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
    const content = await text(client.query(to(`copy (select ${quoted} from ${table}) to stdout`)));
    if (content === '') continue;
    const positionColumn = columns.indexOf('global_position');
    const template = templateOf(content, { positionColumn, keepsTimes: timeless.has(name) });
    templates.push({ name, target: `${table} (${quoted})`, ...template });
  }
  return templates;
}

function joined({ literals, variables }, values) {
  let line = literals[0];
  for (let index = 0; index < variables.length; index += 1) line += values[variables[index]] + literals[index + 1];
  return line;
}

/** The template's rows in one copy of the world, as COPY reads them. */
export function rowsOf({ lines, variables, isKept }, copy, positionsPerWorld) {
  const values = variables.map((variable, index) => (isKept[index] ? variable : copy.variable(variable)));
  let rows = '';
  for (const { before, position, after, hasBefore } of lines) {
    if (position !== undefined) {
      if (hasBefore) rows += `${joined(before, values)}\t`;
      rows += `${position + copy.number * positionsPerWorld}\t`;
    }
    rows += `${joined(after, values)}\n`;
  }
  return rows;
}
