import { type Aggregate, Commands, type EventMetadata, type Identified, type UnitOfWork } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { saveCheckout } from './checkouts.rows.js';
import type { CheckoutCommand } from './domain/commands.js';
import { checkoutDecider } from './domain/decide.js';
import { type CheckoutEvent, checkoutStreamId } from './domain/events.js';
import type { CheckoutState, KnownCheckout } from './domain/state.js';

export interface CheckoutDecision {
  /** After the events. */
  state: KnownCheckout;
  events: Identified<CheckoutEvent>[];
}

const checkoutStreams: Aggregate<CheckoutState, CheckoutCommand, CheckoutEvent> = {
  ...checkoutDecider,
  streamOf: checkoutStreamId,
};

/** Commands on one checkout: its events and its row are one transaction. */
@Injectable()
export class Checkouts {
  constructor(private readonly commands: Commands) {}

  /** @throws DomainError of the decision */
  async run(checkoutId: string, command: CheckoutCommand, metadata: EventMetadata): Promise<KnownCheckout> {
    const decide = (unit: UnitOfWork) => this.decide(unit, checkoutId, command);
    return (await this.commands.execute({ metadata }, {}, decide)).answer.state;
  }

  /** The same as a part of another command. */
  async decide(unit: UnitOfWork, checkoutId: string, command: CheckoutCommand): Promise<CheckoutDecision> {
    const checkout = await unit.load(checkoutStreams, checkoutId);
    const events = checkout.decide(command);
    const state = checkout.state as KnownCheckout;
    if (events.length > 0) unit.writeWithEvents((session) => saveCheckout(session, checkoutId, state));
    return { state, events };
  }
}
