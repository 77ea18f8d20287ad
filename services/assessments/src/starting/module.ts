import { ConfirmStart } from './confirm-start.js';
import { AbandonStart, OpenStart } from './open-start.js';
import { StartPhotoAssessments } from './use-cases.js';

export const starting = {
  controllers: [StartPhotoAssessments],
  providers: [OpenStart, ConfirmStart, AbandonStart],
};
