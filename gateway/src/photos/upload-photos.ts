import {
  type AssessmentSettings,
  type Photo,
  photosRoutes as routes,
  UploadForm,
  type UserId,
} from '@candid/contracts';
import { networkOf } from '@candid/platform';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { parse, refuseForeignIds, UsedKeys } from '../guard/route-guard.js';
import { type Call, type Caller, HttpRoute, inputOf } from '../kernel/call.js';
import { OBJECT_STORAGE } from '../kernel/config.js';
import { RefusalError } from '../kernel/refusals.js';
import { ask, orLastKnown, type ServiceCall, Services } from '../kernel/services.js';
import { joinAssessments, photoView } from './photo-view.js';
import { discardStaged, SlowSenderError, type StagedUpload, stageUpload } from './staged-upload.js';

/** If all places are taken, a new upload gets the slowest sender's place, so that slow senders do not block others. */
export class UploadPlaces {
  private readonly users = new Map<string, number>();
  private readonly receiving = new Set<UploadPlace>();

  constructor(private readonly bounds: UploadBounds) {}

  /** @throws RefusalError `RATE_LIMITED` if there is neither a free place nor a slow sender */
  enter(sender: Sender): UploadPlace {
    const own = this.users.get(sender.userId) ?? 0;
    if (own >= this.bounds.perUser) throw noPlace('Another upload of yours is still running. Please wait for it.');
    const places = [...this.receiving];
    this.makeRoom(
      places.filter((place) => place.sender.network === sender.network),
      this.bounds.perNetwork,
    );
    this.makeRoom([...this.receiving], this.bounds.total);
    this.users.set(sender.userId, own + 1);
    const place = new UploadPlace(sender, this.receiving, () => this.forget(sender.userId));
    this.receiving.add(place);
    return place;
  }

  private makeRoom(places: UploadPlace[], max: number): void {
    if (places.length < max) return;
    const [slowest] = places.filter((place) => place.isSlow()).sort((a, b) => a.bytesPerSecond() - b.bytesPerSecond());
    if (!slowest) throw noPlace('Many photos are being uploaded right now. Please try again in a moment.');
    slowest.displace();
  }

  private forget(userId: string): void {
    const left = (this.users.get(userId) ?? 1) - 1;
    if (left > 0) this.users.set(userId, left);
    else this.users.delete(userId);
  }
}

@Controller()
export class UploadPhotosController {
  constructor(
    private readonly services: Services,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    private readonly places: UploadPlaces,
    private readonly usedKeys: UsedKeys,
  ) {}

  @HttpRoute(routes.uploadPhotos)
  uploadPhotos(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.receive({ request, reply, filesMax: routes.uploadPhotos.filesMax }, async (staged, call) => {
      refuseForeignIds(call.route, call.caller, { ...request, body: staged.fields });
      const form = parse(UploadForm, staged.fields, 'body') as z.output<typeof UploadForm>;
      const { userId, context } = inputOf<typeof routes.uploadPhotos>(request);
      const photos = await uploadPhotos(this.services.callsFor(context), { userId, form, files: staged.files });
      return { success: true, photos };
    });
  }

  @HttpRoute(routes.previewPicture)
  previewPicture(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.receive({ request, reply, filesMax: routes.previewPicture.filesMax }, async ({ files: [file] }) => {
      await this.usedKeys.refuseReuse(request);
      const { userId, context } = inputOf<typeof routes.previewPicture>(request);
      const options = { timeoutMinMs: uploadTimeoutMs(1) };
      const asked = { userId, file: file! };
      const picture = await this.services.callsFor(context)(ask.photos.previewPicture, asked, options);
      return { success: true, ...picture };
    });
  }

  private async receive<Answer>(
    { request, reply, filesMax }: { request: FastifyRequest; reply: FastifyReply; filesMax: number },
    answer: (staged: StagedUpload, call: Call & { caller: Caller }) => Promise<Answer>,
  ): Promise<Answer> {
    const { call } = request;
    if (!isOfCaller(call)) throw new Error('the upload has not passed the guards');
    const { raw } = request;
    const place = this.places.enter({
      userId: call.caller.userId,
      network: networkOf(request.ip),
      bytesRead: () => raw.socket.bytesRead,
      isAwaited: () => !raw.isPaused(),
    });
    try {
      const { signal } = place;
      const staged = await stageUpload(request, this.storage, { signal, filesMax }).catch((error: unknown) => {
        if (error instanceof SlowSenderError) reply.header('connection', 'close');
        throw error;
      });
      place.received();
      call.fingerprint = staged.fingerprint;
      return await this.untilHangUp(staged, reply, () => answer(staged, call));
    } finally {
      place.leave();
    }
  }

  /** Removes the staged bytes as soon as the caller disconnects. */
  private async untilHangUp<Answer>(staged: StagedUpload, reply: FastifyReply, answer: () => Promise<Answer>) {
    const discard = () => discardStaged(staged, this.storage);
    reply.raw.once('close', discard);
    try {
      return await answer();
    } finally {
      reply.raw.off('close', discard);
      await discard();
    }
  }
}

const isOfCaller = (call: Call | undefined): call is Call & { caller: Caller } => call?.caller !== undefined;

/** Timeout in milliseconds. A service that dies sends no answer; after this time the gateway asks another process. */
export const uploadTimeoutMs = (files: number): number => 8_000 + 4_000 * files;

/** Timeout in milliseconds of the next try after an unanswered one. */
export const uploadPatienceMs = (files: number): number => 4_000 * Math.max(2, files);

interface Upload {
  userId: UserId;
  form: z.output<typeof UploadForm>;
  files: StagedUpload['files'];
}

async function uploadPhotos(call: ServiceCall, { userId, form, files }: Upload): Promise<Photo[]> {
  const options = { timeoutMinMs: uploadTimeoutMs(files.length), patienceMinMs: uploadPatienceMs(files.length) };
  const upload = { userId, files: cropped(files, form.crops) };
  const settings = form.section === 'testing' ? settingsOf(form) : undefined;
  const { photos } = settings
    ? await call(ask.photos.uploadAndAssess, { ...upload, settings }, options)
    : await call(ask.photos.uploadPhotos, { ...upload, section: form.section }, options);
  const { commentsRequired: _, ...asked } = settings ?? {};
  const unrated = photos.map((photo) => ({ ...photoView(photo), ...asked }));
  return orLastKnown(joinAssessments(call, photos), unrated);
}

function cropped(files: StagedUpload['files'], crops: z.output<typeof UploadForm>['crops']) {
  if (crops === undefined) return files;
  if (crops.length !== files.length) {
    throw invalid('crops', 'must have one entry for each photo');
  }
  return files.map((file, index) => ({ ...file, crop: crops[index] ?? null }));
}

function settingsOf(form: z.output<typeof UploadForm>): AssessmentSettings {
  if (form.testLimit === undefined) throw invalid('testLimit', MISSING);
  if (form.commentsSelected === undefined) throw invalid('commentsSelected', MISSING);
  return {
    testLimit: form.testLimit,
    ratingRequired: form.ratingRequired ?? true,
    commentsRequired: form.commentsRequired ?? true,
    commentsNegative: form.commentsNegative ?? true,
    commentsSelected: form.commentsSelected,
    minComments: form.minComments ?? 1,
    ...(form.audienceFirst && { audienceFirst: true }),
  };
}

const MISSING = 'is required to start an assessment';

const invalid = (field: string, message: string) =>
  new RefusalError('VALIDATION_FAILED', 'Please check what you entered.', [{ field, message }]);

interface UploadBounds {
  total: number;
  perNetwork: number;
  perUser: number;
}

interface Sender {
  userId: string;
  network: string;
  bytesRead: () => number;
  /** Returns false while the sender waits for the storage. */
  isAwaited: () => boolean;
}

/** A sender slower than `SLOW_BYTES_PER_SECOND` after `MEASURED_AFTER_MS` may lose its place to a new sender. */
const MEASURED_AFTER_MS = 1_000;
const SLOW_BYTES_PER_SECOND = 100_000;
const RETRY_AFTER_SECONDS = 5;

class UploadPlace {
  private readonly displaced = new AbortController();
  /** Aborts with a refusal as its reason when another sender gets the place. */
  readonly signal: AbortSignal = this.displaced.signal;
  private readonly since = performance.now();
  private readonly bytesBefore: number;

  constructor(
    readonly sender: Sender,
    private readonly receiving: Set<UploadPlace>,
    private readonly forget: () => void,
  ) {
    this.bytesBefore = sender.bytesRead();
  }

  bytesPerSecond(): number {
    return ((this.sender.bytesRead() - this.bytesBefore) * 1_000) / (performance.now() - this.since);
  }

  isSlow(): boolean {
    const isMeasured = performance.now() - this.since >= MEASURED_AFTER_MS;
    return isMeasured && this.sender.isAwaited() && this.bytesPerSecond() < SLOW_BYTES_PER_SECOND;
  }

  displace(): void {
    this.received();
    this.displaced.abort(
      new SlowSenderError('RATE_LIMITED', 'Your photos arrive slowly, and many people upload right now.', 30),
    );
  }

  /** Call this when all bytes have arrived: the upload then counts only towards the person's own limit. */
  received(): void {
    this.receiving.delete(this);
  }

  /** Must be called exactly once. */
  leave(): void {
    this.received();
    this.forget();
  }
}

const noPlace = (message: string): RefusalError =>
  new RefusalError('RATE_LIMITED', message, undefined, RETRY_AFTER_SECONDS);
