import type { Person, RunningSystem } from '@candid/testing';
import type { Inbox } from './inbox.js';
import type { Load } from './load.js';

export interface Subject {
  system: Pick<RunningSystem, 'baseUrl' | 'mailUrl' | 'dataDirectory'>;
  loads: readonly Load[];
  support: Person;
  inbox: Inbox;
}

/** Result of a check: `wrong` lists the violations; `otherwise` states how much was checked. */
export interface Found {
  wrong: readonly string[];
  otherwise: string;
}
