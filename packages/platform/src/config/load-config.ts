import { z } from 'zod';

/**
 * Parses the environment once. A setting left empty counts as absent, so that a default still applies.
 * A wrong or missing setting stops the process with exit code 1 and the setting's name; values are never printed,
 * because some of them are secrets.
 */
export function loadConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Record<string, string | undefined> = process.env,
): z.infer<Schema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0] ?? 'environment');
    const reason = given[name] === undefined ? 'is missing' : `is wrong: ${issue.message}`;
    process.stderr.write(`configuration: ${name} ${reason}\n`);
  }
  process.exit(1);
}

/** Settings of every process. */
export const coreSettings = {
  NATS_URL: z.string().min(1),
  OPS_PORT: z.coerce.number().int().min(0).max(65_535),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
};

/** Settings of every process with a database; the application role may not change the schema. */
export const databaseSettings = { DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) };

/** Settings of a `migrate` entry: the owner of the schema, and the role it grants to. */
export const migrationSettings = { ...databaseSettings, DATABASE_MIGRATION_URL: databaseSettings.DATABASE_URL };

/** Settings of every process that works off or adds jobs. */
export const redisSettings = { REDIS_URL: z.url({ protocol: /^rediss?$/ }) };

export type CoreConfig = z.infer<z.ZodObject<typeof coreSettings>>;
