export { NotYetError } from './not-yet-error.js';
export type { Processor, WorkTransaction } from './processor.js';
export { provideProcessors } from './provide-processors.js';
export { provideRepeatedJobs, type RepeatedJob } from './repeated-jobs.js';
