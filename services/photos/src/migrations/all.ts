import { Photos } from './20261121000000-photos.js';
import { UploadsByOwner } from './20261122020000-uploads-by-owner.js';
import { EventCorrelation } from './20261122050000-event-correlation.js';
import { TransportMarks } from './20261122190000-transport-marks.js';
import { PutAside } from './20261123000000-put-aside.js';
import { WorkItemCauses } from './20261123080000-work-item-causes.js';
import { SupportActs } from './20261123090000-support-acts.js';
import { DoneWork } from './20261123101000-done-work.js';

/** In the order in which they are applied. */
export const migrations = [
  Photos,
  UploadsByOwner,
  EventCorrelation,
  PutAside,
  WorkItemCauses,
  TransportMarks,
  SupportActs,
  DoneWork,
];
