export { createProcessor, type ProcessorOptions, type RunningProcessor } from './create-processor.js';
export { NotYetError } from './not-yet-error.js';
export {
  defaultProcessorLimits,
  jobIdOf,
  type Processor,
  type ProcessorLimits,
  type WorkTransaction,
} from './processor.js';
export { provideProcessors, WorkHost, type WorkSettings } from './provide-processors.js';
export { provideRepeatedJobs, type RepeatedJob } from './repeated-jobs.js';
export { WorkDispatcher, type WorkDispatcherOptions } from './work-dispatcher.js';
