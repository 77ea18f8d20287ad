import type { RecordedEvent } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { liveSlotOf } from '../../domain/group/places.js';
import type { CommandContext } from '../command-context.js';
import * as deciders from '../deciders.js';
import { appendOf, identified, Streams } from '../streams.js';

/** A place on the profile for 15 minutes; asked again, it is renewed. */
@Injectable()
export class ReserveGroupSlot {
  constructor(@Inject(Streams) private readonly streams: Streams) {}

  run(
    { groupId, assessorId }: { groupId: string; assessorId: string },
    { metadata }: CommandContext,
  ): Promise<{ expiresAt: string; events: RecordedEvent[] }> {
    return this.streams.inTurn(`group ${groupId}`, async () => {
      const at = this.streams.now();
      const group = await this.streams.loadGroup(groupId);
      const decided = deciders.group.decide({ type: 'ReserveGroupSlot', assessorId, at }, group.state);
      const outcome = await this.streams.append(appendOf(group, identified(decided)), { metadata }, null);
      const state = decided.reduce(deciders.group.evolve, group.state);
      const slot = state.status === 'known' ? liveSlotOf(state.run, assessorId, at) : undefined;
      if (!slot) throw new Error('a reserved slot is not there');
      return { expiresAt: slot.expiresAt, events: outcome.outcome === 'appended' ? outcome.events : [] };
    });
  }
}
