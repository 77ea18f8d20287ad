import { DomainError } from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { PhotoAssessmentRow } from './photo-assessment.entity.js';

@Injectable()
export class StartedPhotosQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /** Photos of the owner's started photo assessment. @throws DomainError NOT_FOUND, also for another owner's */
  async photoIdsOf(ownerId: string, photoAssessmentId: string): Promise<string[]> {
    const row = await this.orm.em
      .fork()
      .findOne(PhotoAssessmentRow, { photoAssessmentId, ownerId, status: { $in: ['started', 'reset'] } });
    if (!row) throw new DomainError('NOT_FOUND', 'There is no such assessment.');
    return row.photoIds;
  }
}
