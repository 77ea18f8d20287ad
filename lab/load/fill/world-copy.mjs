const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Matches times in PostgreSQL's format in UTC, or in the format of `toISOString`. */
const time = '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?(?:\\+00|Z)';
const variable = new RegExp(`${uuid}|${time}`, 'g');
const variableAlone = new RegExp(`^(?:${uuid}|${time})$`);

/** Splits the text into { literals, variables }: variables are ids and times, literals the text between them. */
export function parsed(text) {
  return { literals: text.split(variable), variables: text.match(variable) ?? [] };
}

function shifted(text, shiftMs) {
  const [, date, clock, fraction = '', zone] = /^(.{10})[ T](.{8})(?:\.(\d+))?(\+00|Z)$/.exec(text);
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const iso = new Date(Date.parse(`${date}T${clock}.${milliseconds}Z`) + shiftMs).toISOString();
  return zone === 'Z' ? iso : `${iso.slice(0, 10)} ${iso.slice(11, 23)}${fraction.slice(3)}+00`;
}

/** Returns 32 bits that differ for each number; 0 for the number 0. */
const maskOf = (number) => Math.imul(number, 0x9e3779b1) >>> 0;

/**
 * One copy of a world: all ids are replaced, and all times move by `shiftMs`. Equal texts stay equal in all databases,
 * so that references stay valid. The ledger derives ids of transfers from idempotency keys. `derived`:
 * { keys (a Map from transfer id to key), idOf (returns the id for a key) }.
 */
class WorldCopy {
  constructor({ number, shiftMs, derived }) {
    this.number = number;
    this.shiftMs = shiftMs;
    this.derived = derived;
    this.mask = maskOf(number);
  }

  id(id) {
    const key = this.derived?.keys.get(id);
    if (key !== undefined) return this.derived.idOf(this.text(key));
    // Moves the time at the start of a version 7 id, so that the copied ids keep their order.
    if (id[14] === '7') {
      const milliseconds = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + this.shiftMs;
      const hex = milliseconds.toString(16).padStart(12, '0');
      return `${hex.slice(0, 8)}-${hex.slice(8)}${id.slice(13)}`;
    }
    const mixed = (Number.parseInt(id.slice(0, 8), 16) ^ this.mask) >>> 0;
    return mixed.toString(16).padStart(8, '0') + id.slice(8);
  }

  variable(text) {
    return text[8] === '-' ? this.id(text) : shifted(text, this.shiftMs);
  }

  text(text) {
    if (variableAlone.test(text)) return this.variable(text);
    return text.replaceAll(variable, (found) => this.variable(found));
  }
}

/** World 0 is the original. Copies are spread evenly over the `spanMs` before it; world 1 is the oldest. */
export function copyOf(number, { worlds, spanMs, derived }) {
  const shiftMs = number === 0 ? 0 : -Math.round(((worlds - number) * spanMs) / worlds);
  return new WorldCopy({ number, shiftMs, derived });
}
