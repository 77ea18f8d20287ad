import { Redis, type RedisOptions } from 'ioredis';

/** Options for BullMQ's workers, which wait until Redis is available again. */
export function workerConnection(url: string): RedisOptions {
  return { ...optionsOf(url), maxRetriesPerRequest: null };
}

/** Connection for adding jobs. It reconnects for ever; without Redis, commands fail at once. End it by `disconnect`. */
export function connectRedis(url: string): Redis {
  return withoutCrash(new Redis({ ...optionsOf(url), enableOfflineQueue: false, maxRetriesPerRequest: 1 }));
}

/** Commands fail at once while Redis is down. If Redis hangs, the first commands fail after `REQUEST_TIMEOUT_MS`. */
export function connectRedisForRequests(url: string): Redis {
  return withoutCrash(
    new Redis({
      ...optionsOf(url),
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: REQUEST_TIMEOUT_MS,
      socketTimeout: REQUEST_TIMEOUT_MS,
    }),
  );
}

const REQUEST_TIMEOUT_MS = 250;

/** Without a listener, an unreachable Redis would end the process. Each command still reports its own failure. */
function withoutCrash(redis: Redis): Redis {
  return redis.on('error', () => undefined);
}

function optionsOf(url: string): RedisOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  return {
    host: hostname,
    port: port === '' ? 6379 : Number(port),
    db: pathname.length > 1 ? Number(pathname.slice(1)) : 0,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
    connectTimeout: 5_000,
    disconnectTimeout: 500,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  };
}
