export { createDatabase, type TestDatabase } from './database.js';
export { eventually } from './eventually.js';
export { type NatsFixture, natsFixture, redisFixture } from './fixtures.js';
export { type ExifOrientation, type JpegOptions, jpegWithExif, quarterColours } from './jpeg-with-exif.js';
export { type Answer, PASSKEY, Person, SYSTEM_ENV, submissionFor } from './people/person.js';
export { twoPhonePictures } from './people/pictures.js';
export { supportAgent } from './people/support.js';
export { startNatsServer, startPostgres, startRedisServer, type TestServer } from './servers.js';
export { type RunningSystem, type SystemOptions, startSystem } from './start-system.js';
