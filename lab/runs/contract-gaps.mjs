import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const isOfMessages = (name) => /Rpc$|Events$|Routes$|Envelope$|Context$/.test(name);
const isSchema = (value) => value?._zod !== undefined;
/** True for replies and answers. Receivers do not parse these, so no default fills in a missing field. */
const isReadAsItIs = (name) => /\.(reply|answer)$/.test(name);

function schemasOf(value, name) {
  if (isSchema(value)) return [[name, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => schemasOf(part, `${name}.${key}`));
}

/** Returns every field of a JSON schema as { path: isRequired }. */
function fieldsOf(schema, at = '', fields = {}) {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const field = `${at}.${name}`;
    fields[field] = (schema.required ?? []).includes(name) && fields[field] !== false;
    fieldsOf(inner, field, fields);
  }
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const inner of variants) fieldsOf(inner, at, fields);
  if (schema.items) fieldsOf(schema.items, `${at}[]`, fields);
  if (typeof schema.additionalProperties === 'object') fieldsOf(schema.additionalProperties, `${at}.*`, fields);
  return fields;
}

function messagesOf(contracts) {
  const schemas = Object.entries(contracts)
    .filter(([name]) => isOfMessages(name))
    .flatMap(([name, value]) => schemasOf(value, name));
  return new Map(
    schemas.map(([name, schema]) => {
      const io = isReadAsItIs(name) ? 'output' : 'input';
      return [name, fieldsOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))];
    }),
  );
}

const parentOf = (field) => field.slice(0, field.lastIndexOf('.')).replace(/(\[\]|\.\*)+$/, '');

/**
 * Returns the fields of messages that `contracts` requires but `earlier` does not send. If there is such a field, the
 * two versions cannot run side by side. A field is named by its path, such as
 * `supportLedgerRpc.reconcile.reply.checks[].rows`.
 */
export function gapsBetween(earlier, contracts) {
  const before = messagesOf(earlier);
  return [...messagesOf(contracts)].flatMap(([name, fields]) => {
    const known = before.get(name);
    if (!known) return [];
    const isMissing = (field) =>
      fields[field] && !known[field] && ['', ...Object.keys(known)].includes(parentOf(field));
    return Object.keys(fields)
      .filter(isMissing)
      .map((field) => name + field);
  });
}

const contractsAt = (home) => import(pathToFileURL(path.join(home, 'packages', 'contracts', 'dist', 'index.js')).href);

/** Returns the gaps between two versions, given by their directories. */
export const contractGaps = async (earlier, home) => gapsBetween(await contractsAt(earlier), await contractsAt(home));
