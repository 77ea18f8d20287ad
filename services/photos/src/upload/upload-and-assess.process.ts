import { assessmentsRpc, consumers, photosRpc, type RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { awaitConsumer, commandContext, RpcClient } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { PhotoView } from '../photo/domain/view.js';
import { IS_SCREENED } from '../screening/is-screened.token.js';
import { UploadPhotos } from './upload-photos.js';

type Request = z.output<typeof photosRpc.uploadAndAssess.request>;

/**
 * Uploads photos and starts their assessment: the tokens are held, then the photos are stored, then the assessment starts. Each
 * step is idempotent under the request's key, so a repeat goes on where the first try stopped. Refused photos give the hold back
 * at once; after an unknown outcome the repeat goes on, or what watches the hold and the sweeps end what is left.
 */
@Injectable()
export class UploadAndAssess {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: UploadPhotos,
    @Inject(IS_SCREENED) private readonly isScreened: boolean,
  ) {}

  async run({ userId, settings, files, answerWithinMs }: Request, context: RequestContext): Promise<PhotoView[]> {
    const giveUpAt = performance.now() + answerWithinMs;
    const opening = { userId, photoCount: files.length, settings };
    const { photoAssessmentId, photoIds } = await this.rpc.call(assessmentsRpc.openStart, opening, context);
    // A start that was given up is opened again under the same key, with another id: the next steps' keys name it.
    const ofStart = withKeySuffix(context, photoAssessmentId);
    const upload = {
      userId,
      section: 'testing',
      photoAssessmentId,
      files: files.map((file, index) => ({ ...file, photoId: photoIds[index]! })),
      answerWithinMs: Math.max(1, Math.floor(giveUpAt - performance.now())),
    };
    const { photos } = await this.uploads
      .run(upload, commandContext(photosRpc.uploadAndAssess, ofStart))
      .catch(async (error: unknown) => {
        if (isRefusal(error)) await this.abandon({ userId, photoAssessmentId }, context);
        throw error;
      });
    const started = { userId, photoAssessmentId, awaitsScreening: this.isScreened };
    const { eventIds } = await this.rpc.call(assessmentsRpc.confirmStart, started, ofStart);
    await Promise.all([
      awaitConsumer(this.rpc, consumers.photos['place-on-photo-assessment-started'], eventIds, context),
      awaitConsumer(this.rpc, consumers.identity['flag-on-photo-assessment-started'], eventIds, context),
    ]);
    return photos;
  }

  private async abandon(start: z.input<typeof assessmentsRpc.abandonStart.request>, context: RequestContext) {
    await this.rpc.call(assessmentsRpc.abandonStart, start, context).catch(() => undefined);
  }
}

const isRefusal = (error: unknown): boolean => error instanceof DomainError && error.code !== 'UNAVAILABLE';

function withKeySuffix(context: RequestContext, suffix: string): RequestContext {
  const { idempotency } = context;
  return idempotency ? { ...context, idempotency: { ...idempotency, key: `${idempotency.key}:${suffix}` } } : context;
}
