import type { Decider } from './append/unit-of-work.js';
import { DomainError } from './kernel/errors.js';
import type { NewEvent } from './kernel/event.js';

export type CounterEvent = NewEvent<'CounterOpened', { limit: number }> | NewEvent<'CounterRaised', { by: number }>;
export type CounterCommand = { type: 'open'; limit: number } | { type: 'raise'; by: number };
export type CounterState = { status: 'unopened' } | { status: 'open'; limit: number; count: number };

export const counterDecider: Decider<CounterState, CounterCommand, CounterEvent> = {
  initialState: () => ({ status: 'unopened' }),
  evolve(state, event) {
    switch (event.type) {
      case 'CounterOpened':
        return { status: 'open', limit: event.data.limit, count: 0 };
      case 'CounterRaised':
        return state.status === 'open' ? { ...state, count: state.count + event.data.by } : state;
    }
  },
  decide(command, state) {
    if (command.type === 'open') {
      if (state.status === 'open') throw new DomainError('ALREADY_OPEN', 'the counter is open');
      return [{ type: 'CounterOpened', data: { limit: command.limit } }];
    }
    if (state.status === 'unopened') throw new DomainError('NOT_OPEN', 'the counter is not open');
    if (command.by === 0) return [];
    if (state.count + command.by > state.limit) throw new DomainError('LIMIT_REACHED', 'the counter is full');
    return [{ type: 'CounterRaised', data: { by: command.by } }];
  },
};
