import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { assessmentsRpc, type PhotoId, type UserId } from '@candid/contracts';
import type { AssessmentsFixture } from './assessments.fixture.spec.js';

/** A generator of numbers in [0, 1), equal for equal seeds (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface SeenAnswer {
  submissionId: string;
  tokensEarned: number;
}

interface OpenPhotos {
  ownerId: UserId;
  photoIds: PhotoId[];
}

/** Refusals that can occur while others rate at the same time. Any other refusal is a bug. */
const expectedRefusals = new Set([
  'NOT_FOUND',
  'ALREADY_RATED',
  'ASSESSMENT_COMPLETE',
  'CONFLICT',
  'VALIDATION_FAILED',
]);

/** Behaves like a person: leaves photos unrated, submits nonsense, and sends a request several times or again later. */
export class SimulatedAssessor {
  /** All answers received, by submission. */
  readonly answers: SeenAnswer[] = [];
  private opened: OpenPhotos | undefined;
  /** A request whose answer was not received. It is repeated later with the same key. */
  private unanswered: (() => Promise<void>) | undefined;

  constructor(
    private readonly assessments: AssessmentsFixture,
    readonly userId: UserId,
    private readonly random: () => number,
  ) {}

  async step(): Promise<void> {
    if (this.unanswered && this.random() < 0.7) return this.sendAgain(this.unanswered);
    if (!this.opened) return this.open();
    const mood = this.random();
    if (mood < 0.12) this.opened = undefined;
    else if (mood < 0.2) await this.submitNonsense(this.opened);
    else await this.submit(this.opened);
  }

  private async open(): Promise<void> {
    const page = await tolerated(() => this.assessments.feed(this.userId));
    if (!page?.entries.length) return;
    const { entries } = page;
    const { userId: ownerId } = entries[Math.floor(this.random() * entries.length)]!;
    const answer = await tolerated(() => this.assessments.open(this.userId, ownerId));
    if (!answer) return;
    this.opened = { ownerId, photoIds: answer.photos.map(({ photoId }) => photoId) };
  }

  private async submit({ ownerId, photoIds }: OpenPhotos): Promise<void> {
    this.opened = undefined;
    const score = 1 + Math.floor(this.random() * 20);
    const key = randomUUID();
    const request = { assessorId: this.userId, ownerId, ratings: this.assessments.ratingsFor(photoIds, score) };
    const send = async (withKey = true) => {
      const idempotency = withKey ? { idempotency: { key, fingerprint: String(score) } } : {};
      const context = this.assessments.context(this.userId, idempotency);
      const answer = await tolerated(() => this.assessments.rpc.call(assessmentsRpc.submitRatings, request, context));
      if (answer) this.answers.push(answer);
    };
    const mood = this.random();
    if (mood < 0.15) await Promise.all([send(), send(), send()]);
    else if (mood < 0.25) await Promise.all([send(), send(false)]);
    else if (mood < 0.4) {
      this.unanswered = send;
      void send().catch(() => undefined);
    } else await send();
  }

  private async sendAgain(send: () => Promise<void>): Promise<void> {
    this.unanswered = undefined;
    await send();
  }

  /** Submits a rating out of range, of another person's photo, or of one photo only. */
  private async submitNonsense({ ownerId, photoIds }: OpenPhotos): Promise<void> {
    const ratings = this.assessments.ratingsFor([...photoIds, randomUUID() as PhotoId], 21);
    const request = { assessorId: this.userId, ownerId, ratings };
    const context = this.assessments.context(this.userId);
    const ask = () => this.assessments.rpc.call(assessmentsRpc.submitRatings, request, context);
    if (await tolerated(ask)) throw new Error('nonsense was accepted');
  }
}

async function tolerated<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await untilAnswered(ask);
  } catch (error) {
    if (!expectedRefusals.has((error as { code?: string }).code ?? '')) throw error;
    return undefined;
  }
}

/** Retries while a service is unavailable, as the app does. */
export async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { code?: string }).code !== 'UNAVAILABLE') throw error;
      await delay(100);
    }
  }
}
