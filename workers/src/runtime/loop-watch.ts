import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Readiness } from '#backend/platform/readiness.js';
import { Reconciler } from './reconciler.js';
import { Relay } from './relay.js';

/** A process whose relay or reconciler hangs is not ready: nothing else would show it. */
@Injectable()
export class LoopWatch implements OnModuleInit {
  constructor(
    private readonly relay: Relay,
    private readonly reconciler: Reconciler,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    this.readiness.require(() => (this.relay.loop.hangs ? 'the relay hangs' : null));
    this.readiness.require(() => (this.reconciler.loop.hangs ? 'the reconciler hangs' : null));
  }
}
