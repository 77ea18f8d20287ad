export { connectRedisForRequests } from './redis-connection.js';
