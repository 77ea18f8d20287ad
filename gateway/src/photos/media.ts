import type { AssessedPhoto, PhotoId, RequestContext, Route, StoredPhoto } from '@candid/contracts';
import {
  type ObjectStorage,
  type PresignedLinks,
  signMediaPath,
  verifyMediaPath,
} from '@candid/platform/object-storage';
import { Controller, Get, Inject, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { etagOf, isKnown } from '../http/answers.js';
import { inputOf, ROUTE_METADATA } from '../kernel/call.js';
import { GATEWAY_CONFIG, type GatewayConfig, OBJECT_STORAGE, PRESIGNED_LINKS } from '../kernel/config.js';
import { plainRefusal } from '../kernel/refusals.js';
import { ask, Services } from '../kernel/services.js';

/** The link's signature is the permission, because an `<img>` sends no token. */
const MEDIA_ROUTE: Route = {
  id: 'media',
  method: 'GET',
  path: '/media/*',
  tag: 'Photos',
  summary: 'A picture by its signed link',
  audience: 'anyone',
  query: z.object({ expires: z.string().max(16), signature: z.string().max(128) }),
  answer: z.string(),
  status: 200,
  refusals: ['NOT_FOUND'],
};

/** A hold or a block may end access at any time: the browser may cache the bytes, but must revalidate at each use. */
const ASK_EACH_TIME = 'private, no-cache';

/** Keys of quarantined pictures and evidence, which no browser may cache. */
const apart = /^(?:removed|evidence)\//;

/** Keys of photos. A bucket link to a photo ends when the link expires or the photo's object is deleted. */
const endsByExpiry = /^photos\//;

/** `Cache-Control` of the bucket's answers, always the same for one link. An owner's link lasts at most two hours. */
const CACHED_FROM_BUCKET = 'private, max-age=7200, immutable';

@Controller()
export class MediaController {
  constructor(
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    @Inject(PRESIGNED_LINKS) private readonly presigned: PresignedLinks | undefined,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly services: Services,
  ) {}

  @Get('media/*')
  @SetMetadata(ROUTE_METADATA, MEDIA_ROUTE)
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const now = new Date();
    const signedKey = verifyMediaPath(this.config.MEDIA_SIGNING_SECRET, request.url.replace(/^\/api/, ''), now);
    const { expires } = request.query as { expires: string };
    const msLeft = Number(expires) * 1_000 - now.getTime();
    if (signedKey && this.presigned && endsByExpiry.test(signedKey) && showsImage(request)) {
      const expiresAt = new Date(Number(expires) * 1_000);
      const link = await this.presigned.linkTo(signedKey, { expiresAt, cacheControl: CACHED_FROM_BUCKET });
      await reply.headers(this.cachingOfRedirect(signedKey, msLeft)).redirect(link, 302);
      return;
    }
    const picture = signedKey ? slotPictureOf(signedKey) : undefined;
    const shown = picture && (await this.shownInSlot(picture, inputOf(request).context));
    const key = picture ? shown?.key : signedKey;
    // The ETag is derived from the link's key, because the object's key stays hidden. The bytes never change.
    const etag = key && signedKey ? etagOf(signedKey) : undefined;
    const caching = { etag, 'cache-control': picture ? ASK_EACH_TIME : cacheControlOf(signedKey, msLeft) };
    if (etag && isKnown(request.headers['if-none-match'], etag)) {
      await reply.code(304).headers(caching).send();
      return;
    }
    const object = key ? await this.storage.get(key) : undefined;
    if (!object) throw plainRefusal('NOT_FOUND');
    await reply
      .headers(caching)
      .header('content-type', object.contentType)
      .header('content-length', object.size)
      .header('content-disposition', 'inline')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(object.stream);
  }

  /** A link that was signed with a role's temporary key may expire early, together with that key. */
  private cachingOfRedirect(key: string, msLeft: number) {
    const isLasting = this.config.S3_CREDENTIALS === undefined;
    return {
      'cache-control': isLasting ? cacheControlOf(key, msLeft) : 'private, no-store',
      // The browser must not send the bucket a Referer header.
      'referrer-policy': 'no-referrer',
      // A script's request must not get the redirect that the browser cached for an <img>.
      vary: 'Sec-Fetch-Dest',
    };
  }

  /** Asks the assessments service each time: a slot's end, a hold or a block may end access before the link expires. */
  private async shownInSlot({ openingId, photoId, width }: SlotPicture, context: RequestContext) {
    const request = { openingId, photoId: photoId as PhotoId };
    const { storedPhotoId } = await this.services.call(ask.assessments.getOpenPicture, request, context);
    return { key: `photos/${storedPhotoId}/${width}.webp` };
  }
}

/** Scripts and HEAD requests get no redirect: scripts may not read the bucket, and presigned links allow only GET. */
const showsImage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-dest'] === 'image';

function cacheControlOf(key: string | undefined, msLeft: number): string {
  if (key === undefined || apart.test(key)) return 'private, no-store';
  return `private, max-age=${Math.max(0, Math.floor(msLeft / 1_000))}, immutable`;
}

/** A slot's links end with the slot. After this time, the gateway refuses them without asking a service. */
const linkMs = 24 * 3_600_000;
const key = /^slots\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/(\d{1,5})\.webp$/;

interface SlotPicture {
  openingId: string;
  /** The photo's id in the assessor's view. The stored photo has a different id. */
  photoId: string;
  width: number;
}

/**
 * Links to the pictures of a slot, or of a trial by its id. They stay the same when the slot is renewed, so that a
 * browser can use its cache.
 */
export class SlotLinks {
  constructor(
    private readonly secret: string,
    private readonly openingId: string,
    private readonly now: Date,
  ) {}

  pictured<Shown extends Pick<AssessedPhoto, '_id'>>(
    photo: Shown,
    stored: Pick<StoredPhoto, 'renditions' | 'preview'>,
  ): Shown & Pick<StoredPhoto, 'path' | 'renditions' | 'preview'> {
    const day = Math.floor(this.now.getTime() / linkMs);
    const expiresAt = new Date((day + 2) * linkMs);
    const renditions = stored.renditions.map(({ width }) => ({
      width,
      path: `/api${signMediaPath(this.secret, `slots/${this.openingId}/${photo._id}/${width}.webp`, expiresAt)}`,
    }));
    const largest = renditions.toSorted((one, other) => other.width - one.width)[0];
    return { ...photo, path: largest?.path ?? '', renditions, preview: stored.preview };
  }
}

function slotPictureOf(objectKey: string): SlotPicture | undefined {
  const match = key.exec(objectKey);
  if (!match) return undefined;
  const [, openingId, photoId, width] = match as unknown as [string, string, string, string];
  return { openingId, photoId, width: Number(width) };
}
