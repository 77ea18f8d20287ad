export { connectRedis, connectRedisForRequests, workerConnection } from './redis-connection.js';
