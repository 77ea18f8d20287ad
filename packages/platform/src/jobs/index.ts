export { NotYetError, type Processor, type WorkTransaction } from './processor.js';
export { provideProcessors } from './provide-processors.js';
export { provideRepeatedJobs, type RepeatedJob } from './repeated-jobs.js';
