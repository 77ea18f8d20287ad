import { consumers, type PhotoId, type RequestContext, photosRpc as rpc, type StoredPhoto } from '@candid/contracts';
import { awaitConsumer, commandContext, RpcClient, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { DeletePhotoProcess } from '../deletion/delete-photo.process.js';
import { type ListedPhoto, PhotoQuery } from '../listing/photo.query.js';
import { CasePhotos } from '../moderation/case-photos.js';
import { ReleaseLegalHold } from '../moderation/release-legal-hold.js';
import { EndAllOfEmptyPlanner } from '../moves/end-all-of-empty-planner.process.js';
import { EndAndReturn } from '../moves/end-and-return.process.js';
import { MovePhoto } from '../moves/move-photo.js';
import { MoveToProfile } from '../moves/move-to-profile.process.js';
import { ReturnPhoto } from '../moves/return-photo.process.js';
import { isCurrentProfile } from '../owner/domain/current-profile.js';
import type { ChangeAnswer } from '../photo/change-photo.js';
import { FindFace } from '../screening/find-face.js';
import { PhotoLinks } from '../storage/photo-links.js';
import { CropAgain } from '../upload/crop-again.process.js';
import { PreviewPictures } from '../upload/preview-pictures.js';
import { UploadAndAssess } from '../upload/upload-and-assess.process.js';
import { UploadPhotos } from '../upload/upload-photos.js';

@Controller()
export class PhotosController {
  constructor(
    private readonly uploads: UploadPhotos,
    private readonly moves: MovePhoto,
    private readonly uploadingToAssess: UploadAndAssess,
    private readonly previewing: PreviewPictures,
    private readonly croppingAgain: CropAgain,
    private readonly movingToProfile: MoveToProfile,
    private readonly returning: ReturnPhoto,
    private readonly endingAndReturning: EndAndReturn,
    private readonly endingAll: EndAllOfEmptyPlanner,
    private readonly deletion: DeletePhotoProcess,
    private readonly photos: PhotoQuery,
    private readonly casePhotos: CasePhotos,
    private readonly legalHolds: ReleaseLegalHold,
    private readonly faces: FindFace,
    private readonly links: PhotoLinks,
    private readonly rpc: RpcClient,
  ) {}

  @RpcHandler(rpc.uploadPhotos)
  async uploadPhotos(request: Sent<typeof rpc.uploadPhotos>, context: RequestContext) {
    requireSelf(context, request.userId);
    const answer = await this.uploads.run(request, commandContext(rpc.uploadPhotos, context));
    // So that an assessment of them can be started at once.
    await awaitConsumer(this.rpc, consumers.assessments['record-owner-on-photo-uploaded'], answer.eventIds, context);
    const listed = await this.photos.previews(answer.photos);
    return { photos: listed.map((photo) => this.stored(photo)) };
  }

  @RpcHandler(rpc.uploadAndAssess)
  async uploadAndAssess(request: Sent<typeof rpc.uploadAndAssess>, context: RequestContext) {
    requireSelf(context, request.userId);
    const listed = await this.photos.previews(await this.uploadingToAssess.run(request, context));
    return { photos: listed.map((photo) => this.stored(photo)) };
  }

  @RpcHandler(rpc.previewPicture)
  async previewPicture(request: Sent<typeof rpc.previewPicture>, context: RequestContext) {
    requireSelf(context, request.userId);
    return this.previewing.ofStaged(request);
  }

  @RpcHandler(rpc.getOriginal)
  async getOriginal(request: Sent<typeof rpc.getOriginal>, context: RequestContext) {
    requireSelf(context, request.userId);
    return this.previewing.ofPhoto(request);
  }

  @RpcHandler(rpc.cropAgain)
  async cropAgain(request: Sent<typeof rpc.cropAgain>, context: RequestContext) {
    requireSelf(context, request.userId);
    const [listed] = await this.photos.previews([await this.croppingAgain.run(request, context)]);
    return { photo: this.stored(listed!) };
  }

  @RpcHandler(rpc.listPhotos)
  async listPhotos({ userId, section, ...page }: Sent<typeof rpc.listPhotos>, context: RequestContext) {
    requireSelf(context, userId);
    const { listed, nextCursor } = await this.photos.listSection(userId, section, page);
    return { photos: listed.map((photo) => this.stored(photo)), nextCursor };
  }

  @RpcHandler(rpc.exportPhotos)
  async exportPhotos({ userId, ...page }: Sent<typeof rpc.exportPhotos>, context: RequestContext) {
    requireSelf(context, userId);
    const { listed, nextCursor } = await this.photos.page(userId, page);
    const linksExpireAt = this.links.expiresAt().toISOString();
    return {
      photos: listed.map((photo) => this.stored(photo)),
      linksExpireAt,
      nextCursor: nextCursor as PhotoId | null,
    };
  }

  @RpcHandler(rpc.getPhotos)
  async getPhotos({ photoIds }: Sent<typeof rpc.getPhotos>) {
    const listed = await this.photos.byIds(photoIds);
    return { photos: listed.map((photo) => this.stored(photo)) };
  }

  @RpcHandler(rpc.matchPlanner)
  async matchPlanner({ userId, profiles }: Sent<typeof rpc.matchPlanner>, context: RequestContext) {
    requireSelf(context, userId);
    const planner = await this.photos.plannerOf(userId);
    return { areCurrent: profiles.map((photoIds) => isCurrentProfile(photoIds, planner)) };
  }

  @RpcHandler(rpc.setProfile)
  async setProfile(request: Sent<typeof rpc.setProfile>, context: RequestContext) {
    requireSelf(context, request.userId);
    const answer = await this.movingToProfile.run(request, context);
    return { ...(await this.moved(answer)), wasFirstProfileSet: answer.wasFirstProfileSet };
  }

  @RpcHandler(rpc.returnPhoto)
  async returnPhoto(request: Sent<typeof rpc.returnPhoto>, context: RequestContext) {
    requireSelf(context, request.userId);
    return this.moved(await this.returning.run(request, context));
  }

  @RpcHandler(rpc.endAndReturn)
  async endAndReturn(request: Sent<typeof rpc.endAndReturn>, context: RequestContext) {
    requireSelf(context, request.userId);
    return this.endingAndReturning.run(request, context);
  }

  @RpcHandler(rpc.endAllOfEmptyPlanner)
  async endAllOfEmptyPlanner({ userId }: Sent<typeof rpc.endAllOfEmptyPlanner>, context: RequestContext) {
    requireSelf(context, userId);
    return { refundTokens: await this.endingAll.run(userId, context) };
  }

  @RpcHandler(rpc.setPlaceholder)
  async setPlaceholder(request: Sent<typeof rpc.setPlaceholder>, context: RequestContext) {
    requireSelf(context, request.userId);
    const returnTo = request.placeholder === 'profile' ? 'profile' : 'bank';
    return this.moved(
      await this.moves.chooseReturnPlace(request, returnTo, commandContext(rpc.setPlaceholder, context)),
    );
  }

  @RpcHandler(rpc.deletePhoto)
  async deletePhoto(request: Sent<typeof rpc.deletePhoto>, context: RequestContext) {
    requireSelf(context, request.userId);
    return this.deletion.run(request, context);
  }

  @RpcHandler(rpc.findFace)
  async findFace({ userId, jpeg }: Sent<typeof rpc.findFace>, context: RequestContext) {
    requireSelf(context, userId);
    return this.faces.run(Buffer.from(jpeg, 'base64'), userId);
  }

  @RpcHandler(rpc.getCasePhotos)
  async getCasePhotos({ photoIds }: Sent<typeof rpc.getCasePhotos>) {
    return { photos: await this.casePhotos.list(photoIds) };
  }

  @RpcHandler(rpc.getEvidencePhoto)
  async getEvidencePhoto({ caseId, photoId }: Sent<typeof rpc.getEvidencePhoto>) {
    return { photo: await this.casePhotos.evidence(caseId, photoId) };
  }

  @RpcHandler(rpc.releaseLegalHold)
  async releaseLegalHold(request: Sent<typeof rpc.releaseLegalHold>, context: RequestContext) {
    const command = { ...commandContext(rpc.releaseLegalHold, context), requestId: context.requestId };
    return { photoId: await this.legalHolds.run(request, command) };
  }

  private async moved({ photo }: ChangeAnswer): Promise<{ photo: StoredPhoto }> {
    if (!photo) throw new Error('a moved photo is kept');
    const [listed] = await this.photos.previews([photo]);
    return { photo: this.stored(listed!) };
  }

  private stored({ view, preview }: ListedPhoto): StoredPhoto {
    return this.links.storedPhoto(view, preview);
  }
}
