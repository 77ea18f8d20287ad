import { assessmentsRpc as rpc } from '@candid/contracts';
import { RpcHandler, type Sent } from '@candid/platform';
import { COMPARED } from '@candid/scores';
import { Controller } from '@nestjs/common';
import { CommentAssociationsQuery } from './comment-associations.query.js';

const { getCommentAssociations } = rpc;

@Controller()
class CommentAssociationsMessages {
  constructor(private readonly associations: CommentAssociationsQuery) {}

  @RpcHandler(getCommentAssociations)
  async associated({ userId }: Sent<typeof getCommentAssociations>) {
    const { associations, compared, reason, ratings, photos } = await this.associations.ofOwner(userId);
    const minimum = { ratings: COMPARED.ratingsMin, photos: COMPARED.photosMin };
    return { ratings, photos, minimum, compared, statements: associations, reason };
  }
}

export const commentAssociations = {
  controllers: [CommentAssociationsMessages],
  providers: [CommentAssociationsQuery],
};
