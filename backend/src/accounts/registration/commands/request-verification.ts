import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiError } from '../../../platform/api-error.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { User } from '../../user.entity.js';
import { VerificationRequests } from '../verification-requests.js';
import { Verification } from '../verification.entity.js';
import { Transactional } from '../../../platform/database/transactional.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAILS_PER_DAY = 5;

/**
 * Asks for another verification mail; once it may go, links sent before stop working.
 * @throws ApiError 429 for the second mail of a minute, the sixth of a day, and beyond the ceilings on unproven mail
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
    const user = await this.em.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (user.mailboxProvenAt) return;
    const now = await databaseTime();
    const wait = pause(await this.lastRequests(userId), now);
    if (wait > 0) throw tooSoon(Math.ceil(wait / 1000));
    const ceiling = await this.verifications.add(user, now, ip);
    // That others have caused mail to the same address is told to no caller: it may not be the caller's.
    if (ceiling === 'network' || ceiling === 'shop') throw tooManyMails();
  }

  private async lastRequests(userId: string): Promise<Date[]> {
    const newestFirst = { orderBy: { requestedAt: 'desc' }, limit: MAILS_PER_DAY } as const;
    const last = await this.em.find(Verification, { userId }, newestFirst);
    return last.map((verification) => verification.requestedAt);
  }
}

/** Milliseconds until the next mail may go out; the address may belong to somebody who never asked for any. */
function pause(newestFirst: Date[], now: Date): number {
  const left = (since: Date | undefined, span: number) => (since ? since.getTime() + span - now.getTime() : 0);
  return Math.max(left(newestFirst[0], MINUTE), left(newestFirst[MAILS_PER_DAY - 1], DAY));
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
