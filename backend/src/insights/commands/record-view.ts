import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createHmac } from 'node:crypto';
import type { Config } from '../../platform/config/config.js';
import { notFound } from '../../platform/api-error.js';
import { CONFIG } from '../../platform/tokens.js';
import { ViewIntake } from '../view-intake.js';

/**
 * Counts a view of a pattern, once per session, pattern and half hour. Views by bots and by the designer of the pattern do
 * not count. A counted view becomes a row of `view_pending` instead of an event, so that thousands of views per second
 * create no jobs.
 * @throws {ApiError} 404 PATTERN_NOT_FOUND, 503 UNAVAILABLE when too many views wait to be saved
 */
export class RecordView extends Command<void> {
  constructor(
    readonly patternId: string,
    readonly view: { sessionId: string; referrer: string | null; userAgent: string; viewerId: string | null },
  ) {
    super();
  }
}

const BOT = /bot|crawl|spider|slurp|preview|fetch|monitor|headlesschrome\/.*lighthouse|curl|wget|python-requests/i;

@CommandHandler(RecordView)
export class RecordViewHandler implements ICommandHandler<RecordView> {
  constructor(
    private readonly intake: ViewIntake,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ patternId, view }: RecordView): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    const session = createHmac('sha256', this.config.tokenSecret)
      .update(`view|${day}|${view.sessionId}`)
      .digest('base64url');
    const isOnSale = await this.intake.add({
      patternId,
      sessionHash: session,
      referrerHost: hostname(view.referrer),
      viewerId: view.viewerId,
      bot: BOT.test(view.userAgent),
    });
    if (!isOnSale) throw notFound('PATTERN_NOT_FOUND', 'Pattern');
  }
}

function hostname(referrer: string | null): string | null {
  if (!referrer || !/^https?:/i.test(referrer) || !URL.canParse(referrer)) return null;
  return new URL(referrer).hostname.slice(0, 255) || null;
}
