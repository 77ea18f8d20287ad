import type { EventPosition } from '@candid/event-store';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { onWake } from '../nats/wake.js';
import type { Platform } from '../process/platform.js';

/** A projection runner or an outbox relay. */
export interface Follower {
  start(): void;
  stop(): Promise<void>;
  wake(last?: EventPosition): void;
}

/** Runs followers of this service's events from the application's start to its shutdown. */
export class FollowerHost implements OnApplicationBootstrap, OnModuleDestroy {
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly followers: readonly Follower[],
  ) {}

  onApplicationBootstrap(): void {
    for (const follower of this.followers) follower.start();
    this.stopListening = onWake(this.platform.nats, this.platform.service, (last) => {
      for (const follower of this.followers) follower.wake(last);
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopListening?.();
    await Promise.all(this.followers.map((follower) => follower.stop()));
  }
}
