import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * An empty setting counts as absent. A setting `X` may come from a file, which `X_FILE` names. If a setting is wrong or
 * missing, the process prints the setting's name and exits with 1. It never prints the value, which may be secret.
 */
export function loadConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment = process.env,
): z.infer<Schema> {
  const { values, faults } = settingsFromFiles(Object.keys(schema.shape), environment);
  if (faults.length > 0) stop(faults);
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  return stop(
    parsed.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? 'environment');
      return values[name] === undefined ? `${name} is missing` : `${name} is wrong: ${issue.message}`;
    }),
  );
}

function stop(faults: string[]): never {
  for (const fault of faults) process.stderr.write(`configuration: ${fault}\n`);
  process.exit(1);
}

export const natsSettings = {
  NATS_URL: z.string().min(1),
  /** Certificate of the authority that signed the servers' certificates, in PEM. If it is set, connections use TLS. */
  NATS_CA: z.string().includes('BEGIN CERTIFICATE').optional(),
};

export const coreSettings = {
  ...natsSettings,
  /** Replicas of each JetStream stream that this process creates: 1, or up to 5 if the servers form a cluster. */
  NATS_STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).optional(),
  /** Maximum size of a JetStream stream that this process creates, in bytes. Default: the server's storage. */
  NATS_STREAM_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1024 * 1024)
    .optional(),
  /** Delay from "not ready" to the last accepted request; at least the load balancer's check interval. Default: 0. */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(300_000).optional(),
  OPS_PORT: z.coerce.number().int().min(0).max(65_535),
  /** Address on which health and metrics are served. Default: 127.0.0.1, this machine only. In a container: 0.0.0.0. */
  OPS_HOST: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** How often an idle process polls for work. Use `slow` only if no process has to take over from another. */
  IDLE_PACE: z.enum(['usual', 'slow']).optional(),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** The release and the commit of the image. `/health/live` answers with them. */
  RELEASE_VERSION: z.string().min(1).optional(),
  RELEASE_REVISION: z.string().min(1).optional(),
  /** The OTLP/HTTP endpoint for spans. Without it, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Share of requests that are traced, including all work that they cause: 0 to 1. Default: 0.1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
};

/** Settings of every process that verifies access tokens: the identity service's public key, in PEM, ES256. */
export const callerSettings = {
  JWT_PUBLIC_KEY: z
    .string()
    .includes('BEGIN PUBLIC KEY')
    .transform((text) => text.replaceAll('\\n', '\n')),
};

/** Settings of every process with a database. The application role may not change the schema. */
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });
export const databaseSettings = {
  /** Address of PostgreSQL itself. Only code that needs a session connects here, at most twice per process. */
  DATABASE_URL: databaseUrl,
  /** `host:port` of the pools' PgBouncer (transaction mode, 1.21 or newer). Default: the pools connect directly. */
  DATABASE_POOLER: z
    .string()
    .regex(/^[\w.-]+:\d+$/)
    .optional(),
};

export interface DatabaseUrls {
  databaseUrl: string;
  sessionUrl: string;
}

export const databaseUrlsOf = (config: {
  DATABASE_URL: string;
  DATABASE_POOLER?: string | undefined;
}): DatabaseUrls => {
  const url = new URL(config.DATABASE_URL);
  if (config.DATABASE_POOLER) url.host = config.DATABASE_POOLER;
  return { databaseUrl: url.href, sessionUrl: config.DATABASE_URL };
};

/** Settings of a `migrate` entry: the URLs of the schema's owner and of the role that receives privileges. */
export const migrationSettings = { ...databaseSettings, DATABASE_MIGRATION_URL: databaseUrl };

export const readMigrationConfig = (environment?: Environment) => loadConfig(z.object(migrationSettings), environment);
export const readDatabaseConfig = () => loadConfig(z.object(databaseSettings));

export const redisSettings = { REDIS_URL: z.url({ protocol: /^rediss?$/ }) };

export type CoreConfig = z.infer<z.ZodObject<typeof coreSettings>>;

export type Environment = Record<string, string | undefined>;

/** Removes the line break at the end of a file, which editors and `echo` add. */
function settingsFromFiles(names: readonly string[], environment: Environment) {
  const values: Environment = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const faults: string[] = [];
  for (const name of names) {
    const fileName = `${name}_FILE`;
    const file = values[fileName];
    // Skips `X` if `X_FILE` is the name of another setting.
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
