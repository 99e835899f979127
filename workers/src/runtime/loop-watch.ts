import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Readiness } from '#backend/platform/process/readiness.js';
import { Reconciler } from './reconciler.js';
import { Relay } from './relay.js';

/**
 * Fails the liveness probe when the relay or the reconciler hangs, so that the process is restarted. A failed readiness
 * probe would only stop the requests to the process, and this process serves none.
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
