import type { Projection, RecordedEvent } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { OwnerEvent } from '../owner/domain/events.js';
import type { TestEvent } from './domain/events.js';
import { TestRow, type TestStatus } from './test.entity.js';

export const TESTS_PROJECTION = 'tests';

const EVENT_TYPES = ['StartOpened', 'StartAbandoned', 'TestStarted', 'FirstAssessmentReset', 'PhotoForgotten'] as const;
/** A case of another type does not compile: it would never be given. */
type Concerning = Extract<TestEvent | OwnerEvent, { type: (typeof EVENT_TYPES)[number] }>;

/** An event is applied once: row and checkpoint are one transaction. */
@Injectable()
export class TestsProjection implements Projection<EntityManager> {
  readonly name = TESTS_PROJECTION;
  readonly tables = ['test'];
  readonly eventTypes = EVENT_TYPES;

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const event = recorded as unknown as Concerning;
    switch (event.type) {
      case 'StartOpened': {
        const { testId, ownerId, assessments, expiresAt } = event.data;
        const photoIds = assessments.map(({ photoId }) => photoId);
        await em.insert(TestRow, { testId, ownerId, status: 'opened', photoIds, expiresAt: new Date(expiresAt) });
        return;
      }
      case 'StartAbandoned':
        return setStatus(em, event.data.testId, 'abandoned');
      case 'TestStarted':
        return setStatus(em, event.data.testId, 'started');
      case 'FirstAssessmentReset':
        return setStatus(em, event.data.testId, 'reset');
      case 'PhotoForgotten':
        await sessionOf(em).query('update test set photo_ids = photo_ids - $2::text where owner_id = $1', [
          event.data.ownerId,
          event.data.photoId,
        ]);
        return;
    }
  }
}

async function setStatus(em: EntityManager, testId: string, status: TestStatus): Promise<void> {
  await em.nativeUpdate(TestRow, { testId }, { status });
}
