import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AdmitAccountMail } from '#backend/accounts/registration/commands/admit-account-mail.js';
import { EraseAccount } from '#backend/accounts/commands/erase-account.js';
import { AnonymiseDesigner } from '#backend/catalogue/designers/commands/anonymise-designer.js';
import { UnpublishAll } from '#backend/catalogue/patterns/commands/unpublish-all.js';
import { ListDesignerObjects } from '#backend/catalogue/designers/queries/list-designer-objects.js';
import { EraseSubscriptions } from '#backend/newsletter/commands/erase-subscriptions.js';
import type { Config } from '#backend/platform/config/config.js';
import { Files } from '#backend/platform/storage/files.js';
import { CONFIG } from '#backend/platform/tokens.js';
import { CloseExports } from '#backend/privacy/commands/close-exports.js';
import { exportPrefix } from '#backend/privacy/export-key.js';
import type { Erasure } from '#backend/privacy/queries/get-erasure.js';
import { AnonymiseBuyer } from '#backend/purchases/orders/commands/anonymise-buyer.js';
import { EraseWishlist } from '#backend/wishlist/commands/erase-wishlist.js';
import { MailService } from '../mail/mail-service.js';
import { sellerFrom } from '../mail/seller.js';
import { NonRetryableError } from '../job.js';

type Step = [name: string, work: () => Promise<void>];

/** A mail server that is down holds an erasure up for no longer than this. */
const MAIL_PATIENCE_MS = 60 * 60 * 1000;
const AT_ONCE = 8;

/** What an erasure consists of. */
@Injectable()
export class ErasureSteps {
  private readonly logger = new Logger('Privacy');

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly files: Files,
    private readonly post: MailService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** In this order: the mail while there still is an address, the account last, as the others look into it. */
  of(erasure: Erasure, executionId: string): Step[] {
    const { userId } = erasure;
    return [
      // Long before anything of a pattern goes: an order that is being made meanwhile is seen then.
      ['sale', () => this.commands.execute(new UnpublishAll(userId))],
      ['exports', () => this.removeExports(userId)],
      ['mail', () => this.sayGoodbye(erasure, executionId)],
      ['wishlist', () => this.commands.execute(new EraseWishlist(userId))],
      ['newsletter', () => this.commands.execute(new EraseSubscriptions(userId))],
      ['purchases', () => this.forgetBuyer(erasure)],
      ['patterns', () => this.handOverPatterns(userId)],
      ['account', () => this.commands.execute(new EraseAccount(userId))],
    ];
  }

  private async removeExports(userId: string): Promise<void> {
    await this.commands.execute(new CloseExports({ userId }));
    await this.files.removeAll(exportPrefix(userId));
  }

  private async sayGoodbye(erasure: Erasure, executionId: string): Promise<void> {
    const { email, displayName, language, keptUntil, begunAt, userId } = erasure;
    const seller = sellerFrom(this.config);
    if (!(await this.commands.execute(new AdmitAccountMail(executionId, userId))))
      return this.logger.warn({ userId }, 'erased without a mail: ceiling of unproven mail');
    try {
      await this.post.send('accountErased', language, email, executionId, { name: displayName, keptUntil, seller });
    } catch (error) {
      if (!(error instanceof NonRetryableError) && Date.now() - begunAt.getTime() < MAIL_PATIENCE_MS) throw error;
      this.logger.warn({ err: error, userId }, 'erased without a mail');
    }
  }

  private async forgetBuyer({ userId, requestedAt }: Erasure): Promise<void> {
    const purchaseIds = await this.commands.execute(new AnonymiseBuyer(userId, requestedAt));
    await inGroups(purchaseIds, (id) => this.files.removeAll(`copies/${id}/`));
  }

  private async handOverPatterns(userId: string): Promise<void> {
    // Here the objects go first: once the rows have no designer any more, nothing leads to them.
    const keys = await this.queries.execute(new ListDesignerObjects(userId));
    await inGroups(keys, (key) => this.files.remove(key));
    await this.commands.execute(new AnonymiseDesigner(userId));
  }
}

async function inGroups<T>(things: T[], work: (thing: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < things.length; start += AT_ONCE) {
    await Promise.all(things.slice(start, start + AT_ONCE).map(work));
  }
}
