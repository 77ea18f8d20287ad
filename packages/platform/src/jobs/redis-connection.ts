import type { ConnectionOptions } from 'bullmq';

/** BullMQ makes its own connections from these; a producer's fails fast while a worker's waits for Redis to return. */
export function redisConnection(url: string, role: 'producer' | 'worker'): ConnectionOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  return {
    host: hostname,
    port: port === '' ? 6379 : Number(port),
    db: pathname.length > 1 ? Number(pathname.slice(1)) : 0,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
    connectTimeout: 5_000,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
    ...(role === 'producer' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null }),
  };
}
