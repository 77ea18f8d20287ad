import { consumers, photosRpc, type RequestContext } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { awaitConsumer, commandContext, RpcClient } from '@candid/platform';
import { Injectable } from '@nestjs/common';
import { Assessments, type OwnPhoto } from '../assessments/assessments.js';
import type { ChangeAnswer } from '../photo/change-photo.js';
import { MovePhoto } from './move-photo.js';

/** Puts a photo whose assessment is over back to where it came from. */
@Injectable()
export class ReturnPhoto {
  constructor(
    private readonly assessments: Assessments,
    private readonly moves: MovePhoto,
    private readonly rpc: RpcClient,
  ) {}

  async run(photo: OwnPhoto, context: RequestContext): Promise<ChangeAnswer> {
    if (await this.assessments.isAssessed(photo, context)) {
      throw new DomainError('CONFLICT', 'This photo is still being assessed. End the assessment first.');
    }
    const answer = await this.moves.outOfTesting(photo, commandContext(photosRpc.returnPhoto, context));
    await awaitConsumer(this.rpc, consumerOf(answer), answer.eventIds, context);
    return answer;
  }
}

/** What may be asked of assessors depends on where photos stand. */
const consumerOf = ({ photo }: ChangeAnswer) =>
  photo?.section === 'profile'
    ? consumers.assessments['record-move-on-photo-placed-in-profile']
    : consumers.assessments['record-move-on-photo-returned-to-bank'];
