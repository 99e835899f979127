import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Readiness } from '#backend/platform/process/readiness.js';
import { Reconciler } from './reconciler.js';
import { Relay } from './relay.js';

/**
 * Fails the liveness probe when the relay or the reconciler hangs. Failing only the readiness probe would have no effect,
 * because this process serves no requests.
 */
@Injectable()
export class LoopWatch implements OnModuleInit {
  constructor(
    private readonly relay: Relay,
    private readonly reconciler: Reconciler,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    this.readiness.requireToLive(() => (this.relay.loop.hangs ? 'the relay hangs' : null));
    this.readiness.requireToLive(() => (this.reconciler.loop.hangs ? 'the reconciler hangs' : null));
  }
}
