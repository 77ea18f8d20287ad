export { openApiDocument } from './openapi.js';
