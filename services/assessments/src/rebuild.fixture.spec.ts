import { rebuildProjection } from '@candid/platform/persistence';
import { sessionUrlOf } from '@candid/testing';
import type { AssessmentsFixture } from './assessments.fixture.spec.js';
import { projections } from './read-models.js';

/** Rebuilds a projection from another runner, while the service's own goes on. */
export async function rebuildBeside({ databaseUrl }: AssessmentsFixture, name: string): Promise<void> {
  const projection = projections.map((Projection) => new Projection()).find((candidate) => candidate.name === name);
  await rebuildProjection({
    databaseUrl,
    sessionUrl: sessionUrlOf(databaseUrl),
    entities: [],
    projection: projection!,
  });
}
