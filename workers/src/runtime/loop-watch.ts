import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Readiness } from '#backend/platform/process/readiness.js';
import { Reconciler } from './reconciler.js';
import { Relay } from './relay.js';

/** A process whose relay or reconciler hangs is started anew: nobody calls it, so that not being ready alone would change nothing. */
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
