/** Pure: no clock, no randomness, no reads; what a decision needs comes in with the command or is in the state. */
export interface Decider<State, Command, Event> {
  initialState(): State;
  evolve(state: State, event: Event): State;
  /** The events the command causes, none if it changes nothing; throws DomainError to refuse. */
  decide(command: Command, state: State): Event[];
}
