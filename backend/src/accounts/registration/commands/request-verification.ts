import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiError } from '../../../platform/api-error.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { User } from '../../user.entity.js';
import { VerificationRequests } from '../verification-requests.js';
import { Verification } from '../verification.entity.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAILS_PER_DAY = 5;

/**
 * Requests another verification mail. If the mail can be sent, the earlier links stop working. A proven mailbox gets no
 * mail.
 * @throws {ApiError} 429 TOO_MANY_REQUESTS for the second mail in a minute, for the sixth in a day, and when the network or
 *   the shop has reached its limit of unproven mail
 */
export class RequestVerification extends Command<void> {
  constructor(
    readonly userId: string,
    readonly ip: string,
  ) {
    super();
  }
}

@CommandHandler(RequestVerification)
export class RequestVerificationHandler implements ICommandHandler<RequestVerification> {
  constructor(
    private readonly em: EntityManager,
    private readonly verifications: VerificationRequests,
  ) {}

  @Transactional()
  async execute({ userId, ip }: RequestVerification) {
    const user = await this.em.findOneOrFail(User, userId, FOR_UPDATE);
    if (user.mailboxProvenAt) return;
    const now = await databaseTime();
    const waitMs = remainingWaitMs(await this.lastRequests(userId), now);
    if (waitMs > 0) throw tooSoon(Math.ceil(waitMs / 1000));
    const reachedLimit = await this.verifications.add(user, now, ip);
    // The limit of the mailbox is not reported, because the address may belong to another user.
    if (reachedLimit === 'network' || reachedLimit === 'shop') throw tooManyMails();
  }

  private async lastRequests(userId: string): Promise<Date[]> {
    const newestFirst = { orderBy: { requestedAt: 'desc' }, limit: MAILS_PER_DAY } as const;
    const last = await this.em.find(Verification, { userId }, newestFirst);
    return last.map((verification) => verification.requestedAt);
  }
}

/** @returns milliseconds until the next mail can be sent; 0 or less when it can be sent now */
function remainingWaitMs(newestFirst: Date[], now: Date): number {
  const remaining = (since: Date | undefined, span: number) => (since ? since.getTime() + span - now.getTime() : 0);
  return Math.max(remaining(newestFirst[0], MINUTE), remaining(newestFirst[MAILS_PER_DAY - 1], DAY));
}

const tooManyMails = () =>
  new ApiError(
    429,
    'TOO_MANY_REQUESTS',
    'No more verification emails can be sent at the moment. Please try again later.',
    undefined,
    3_600,
  );

const tooSoon = (retryAfterSeconds: number) =>
  new ApiError(
    429,
    'TOO_MANY_REQUESTS',
    'A verification email is already on its way. Please wait before you request another one.',
    undefined,
    retryAfterSeconds,
  );
