import path from 'node:path';
import { parseArgs } from 'node:util';
import { fromRoot } from '../paths.mjs';

const usage = `npm start -- [options]
  --port N        the app's port (PORT, 8080); 0 takes a free one
  --mail-port N   the mail inbox's page (MAIL_PORT, 8025); 0 takes a free one
  --data DIR      where databases, photos, mails, logs and secrets lie (.data)
  --no-demo       start empty
  --dev           restart services and reload the app after each save; breakpoints; also npm run dev
  --processes     each service, each worker and the gateway in a process of its own, as in production
  --replicas N    N of each process (1), behind a small load balancer; implies --processes
Servers of your own: DATABASE_URL (or IDENTITY_DATABASE_URL, PHOTOS_…, ASSESSMENTS_…, TOKENS_…), NATS_URL, REDIS_URL,
SMTP_URL, S3_ENDPOINT with S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION.
Also: ASSESSOR_PASSKEYS=name:secret,…  RATE_LIMIT_FACTOR=1  LOG_LEVEL=info  PUBLIC_URL  POSTGRES_FSYNC=on  IDLE_PACE=slow
RECONCILIATION_INTERVAL_MS  CORRECTION_APPROVAL_TOKENS=200  CORRECTION_DAILY_TOKENS=1000  MIN_LOOK_MS=1000
ASSESSOR_DAILY_CAP_TOKENS=500  OPENINGS_PER_HOUR=60  SLOT_TIME_MAX_MS=2700000
SUPPORT_SEARCHES_PER_DAY=400  SUPPORT_REVEALS_PER_DAY=50  TRIAL_APPROVALS_PER_DAY=20  PUSH_HOSTS
NETWORK_HASH_KEY  LINKED_ACCOUNTS_INTERVAL_MS=3600000  LINKED_ACCOUNTS_SUBMISSIONS=10  LINKED_ACCOUNTS_SHARE=0.5
APPEAL_TOKEN_KEY  REPORTER_AGE_MIN_MS=259200000  REPORTER_SUBMISSIONS_MIN=3
SCREENING=on  SCREENING_FACES=on  SCREENING_NUDITY=on  NUDITY_THRESHOLD=0.8`;

function wholeNumber(text, value, least, most) {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${text} between ${least} and ${most}, not "${value}"`);
}

const portOf = (name, value) => wholeNumber(`${name} must be a port`, value, 0, 65_535);

function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        'mail-port': { type: 'string' },
        data: { type: 'string' },
        'no-demo': { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        processes: { type: 'boolean', default: false },
        replicas: { type: 'string', default: '1' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error.message}\n\n${usage}`);
  }
}

export const dataDirectory = (given) => path.resolve(given ?? fromRoot('.data'));

/** Throws an error that names the wrong option. */
export function readStartOptions(args, env = process.env) {
  const values = parse(args);
  if (values.help) return { help: usage };
  const replicas = wholeNumber('--replicas must be', values.replicas, 1, 4);
  const port = portOf('The port', values.port ?? env.PORT ?? '8080');
  const mailPort = values['mail-port'] ?? env.MAIL_PORT;
  return {
    port,
    // Port 0 means that several copies may run concurrently, so the mail page gets a free port, too.
    mailPort: portOf('The mail port', mailPort ?? (port === 0 ? '0' : '8025')),
    mailPortIsGiven: mailPort !== undefined,
    data: dataDirectory(values.data),
    demo: !values['no-demo'],
    dev: values.dev,
    replicas,
    // With --dev, each service is a process, so that it can restart alone after it is compiled.
    processes: values.processes || values.dev || replicas > 1,
  };
}
