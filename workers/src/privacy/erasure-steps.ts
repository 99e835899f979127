import { Injectable, Logger } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { EraseAccount } from '#backend/accounts/commands/erase-account.js';
import { AllowAccountMail } from '#backend/accounts/registration/commands/allow-account-mail.js';
import { AnonymiseDesigner } from '#backend/catalogue/designers/commands/anonymise-designer.js';
import { ListDesignerObjects } from '#backend/catalogue/designers/queries/list-designer-objects.js';
import { UnpublishAll } from '#backend/catalogue/patterns/commands/unpublish-all.js';
import { EraseSubscriptions } from '#backend/newsletter/commands/erase-subscriptions.js';
import { Files } from '#backend/platform/storage/files.js';
import { CloseExports } from '#backend/privacy/commands/close-exports.js';
import { exportPrefix } from '#backend/privacy/export-key.js';
import type { Erasure } from '#backend/privacy/queries/get-erasure.js';
import { AnonymiseBuyer } from '#backend/purchases/orders/commands/anonymise-buyer.js';
import { EraseWishlist } from '#backend/wishlist/commands/erase-wishlist.js';
import { MailService } from '../mail/mail-service.js';
import { NonRetryableError } from '../job.js';
import { accountErased } from './account-erased-mail.js';

type Step = [name: string, work: () => Promise<void>];

/** An erasure retries its mail for this long, then continues without it. */
const MAIL_TIMEOUT_MS = 60 * 60 * 1000;
const CONCURRENCY = 8;

/** The steps that erase an account. */
@Injectable()
export class ErasureSteps {
  private readonly logger = new Logger('Privacy');

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly files: Files,
    private readonly mails: MailService,
  ) {}

  /**
   * @returns the steps in their order. The mail comes early, because later steps erase the address. The account comes last,
   * because the other steps read it.
   */
  list(erasure: Erasure, executionId: string): Step[] {
    const { userId } = erasure;
    return [
      // The patterns are unpublished first, so that no new order begins after the step `purchases`.
      ['sale', () => this.commands.execute(new UnpublishAll(userId))],
      ['exports', () => this.removeExports(userId)],
      ['mail', () => this.sendMail(erasure, executionId)],
      ['wishlist', () => this.commands.execute(new EraseWishlist(userId))],
      ['newsletter', () => this.commands.execute(new EraseSubscriptions(userId))],
      ['purchases', () => this.anonymiseBuyer(erasure)],
      ['patterns', () => this.anonymiseDesigner(userId)],
      ['account', () => this.commands.execute(new EraseAccount(userId))],
    ];
  }

  private async removeExports(userId: string): Promise<void> {
    await this.commands.execute(new CloseExports({ userId }));
    await this.files.removeAll(exportPrefix(userId));
  }

  private async sendMail(erasure: Erasure, executionId: string): Promise<void> {
    const { email, displayName, language, keptUntil, begunAt, userId } = erasure;
    if (!(await this.commands.execute(new AllowAccountMail(executionId, userId))))
      return this.logger.warn({ userId }, 'erased without a mail: rate limit of unproven addresses');
    try {
      await this.mails.send(accountErased, language, email, executionId, { name: displayName, keptUntil });
    } catch (error) {
      if (!(error instanceof NonRetryableError) && Date.now() - begunAt.getTime() < MAIL_TIMEOUT_MS) throw error;
      this.logger.warn({ err: error, userId }, 'erased without a mail');
    }
  }

  private async anonymiseBuyer({ userId, requestedAt }: Erasure): Promise<void> {
    const purchaseIds = await this.commands.execute(new AnonymiseBuyer(userId, requestedAt));
    await inBatches(purchaseIds, (id) => this.files.removeAll(`copies/${id}/`));
  }

  private async anonymiseDesigner(userId: string): Promise<void> {
    // The objects are deleted first: AnonymiseDesigner deletes the rows from which the query reads the keys of the objects.
    const keys = await this.queries.execute(new ListDesignerObjects(userId));
    await inBatches(keys, (key) => this.files.remove(key));
    await this.commands.execute(new AnonymiseDesigner(userId));
  }
}

async function inBatches<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    await Promise.all(items.slice(start, start + CONCURRENCY).map(work));
  }
}
