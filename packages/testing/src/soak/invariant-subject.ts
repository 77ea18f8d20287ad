import type { Person } from '../people/person.js';
import type { RunningSystem } from '../start-system.js';
import type { Inbox } from './inbox.js';
import type { Load } from './load.js';

/** What has to hold, of whom. */
export interface Subject {
  system: Pick<RunningSystem, 'baseUrl' | 'mailUrl' | 'dataDirectory'>;
  loads: readonly Load[];
  support: Person;
  inbox: Inbox;
}

/** What is wrong, and otherwise how much has been looked at. */
export interface Found {
  wrong: readonly string[];
  otherwise: string;
}
