import { assessmentsRpc } from '@candid/contracts';
import { CLOCK, type Clock, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { Participants } from '../participants/participants.rows.js';
import { FeedQuery } from './feed.query.js';
import { PersonFeed, VisitPhotos } from './person-feed.js';

const { listFeed } = assessmentsRpc;

@Controller()
class FeedMessages {
  constructor(
    private readonly participants: Participants,
    private readonly feed: PersonFeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(listFeed)
  async list({ assessorId, after }: Sent<typeof listFeed>) {
    const assessor = await this.participants.requireAssessor(assessorId);
    const notice = await this.participants.pauseOf(assessorId);
    if (notice !== null) return { entries: [], nextCursor: null, notice };
    const page = await this.feed.page(assessor, this.clock(), after);
    return { ...page, notice: null } as Reply<typeof listFeed>;
  }
}

export const feed = {
  controllers: [FeedMessages],
  providers: [PersonFeed, VisitPhotos, FeedQuery],
};
