export {
  createDatabase,
  migratedDatabase,
  sessionUrlOf,
  storedRows,
  type TestDatabase,
  tablesNaming,
} from './database.js';
export { eventually } from './eventually.js';
export {
  type Box,
  drawnFace,
  drawnWithoutFace,
  type FaceOptions,
  type FacePicture,
  isOfFace,
  PHOTOGRAPHED_FACES,
  photographedFace,
  photographedWithoutFace,
  turned,
} from './faces/face-pictures.js';
export { sendForgeries } from './forged-callers.js';
export { LocalStripe, type SignedNotification } from './local-stripe.js';
export {
  type Answer,
  insist,
  PASSKEY,
  Person,
  SYSTEM_ENV,
  type SystemAsSeen,
  submissionFor,
  UNDISTURBED_ENV,
} from './people/person.js';
export {
  codeOfApp,
  giveTokens,
  moderatorAgent,
  runStaffCommand,
  setUpSecondFactor,
  staffAgent,
  supportAgent,
} from './people/staff.js';
export {
  type ExifOrientation,
  jpegWithExif,
  pngWithChunks,
  quarterColours,
  turnedHeic,
  twoPhonePictures,
  u32,
} from './pictures.js';
export { rebuildBesideWrites, settledRows } from './rebuild-beside-writes.js';
export { Random } from './seeded-random.js';
export {
  type NatsFixture,
  natsFixture,
  startNatsServer,
  startPostgres,
  startRedisServer,
  startS3Server,
  type TestServer,
} from './servers.js';
export { asDatabaseOwner, inServiceDatabase, SERVICE_NAMES, type ServiceName } from './service-database.js';
export { type DataOf, refusalOf, ServiceFixture, type ServiceServers } from './service-fixture.js';
export { APPROVAL_TOKENS, joinSystem, type SharedSystem, shareSystem } from './shared-system.js';
export { accessTokenOf, SignedRpcClient, testKeys } from './signed-callers.js';
export { sizeOfRun } from './size-of-run.js';
export { type ReceivedSpan, SpanReceiver } from './span-receiver.js';
export {
  environmentsOf,
  type RunningSystem,
  type SystemOptions,
  type SystemPart,
  startSystem,
} from './start-system.js';
export { natsUserTools, processTools, repositoryRoot, serverTools } from './tools.js';
