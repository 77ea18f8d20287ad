import type { Fault } from './fault.js';
import { messageFaults } from './message-faults.js';
import { processFaults } from './process-faults.js';
import { serverFaults } from './server-faults.js';

/** In the order in which `--faults all` has them. */
export const FAULTS: readonly Fault[] = [...processFaults, ...serverFaults, ...messageFaults];

/** @throws Error that lists the known faults, if a name is unknown */
export function faultsNamed(names: string): Fault[] {
  if (names === 'all') return [...FAULTS];
  return names.split(',').map((name) => {
    const fault = FAULTS.find((one) => one.name === name.trim());
    if (!fault) throw new Error(`There is no fault ${name}. There are: ${FAULTS.map((one) => one.name).join(', ')}`);
    return fault;
  });
}
