import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { FindProvenAccount } from '../../../accounts/registration/queries/find-proven-account.js';
import { Audit } from '../../../platform/audit.js';
import type { Config } from '../../../platform/config/config.js';
import { Sql } from '../../../platform/database/sql.js';
import { databaseTime, advisoryLock } from '../../../platform/database/database-time.js';
import { emailKey } from '../../../platform/mail/email-address.js';
import type { Language } from '../../../platform/language.js';
import { networkKeys } from '../../../platform/network-keys.js';
import { Outbox } from '../../../platform/events/outbox.js';
import { CONFIG } from '../../../platform/tokens.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { UnprovenMail } from '../../../platform/mail/unproven-mail.js';
import { WithdrawalReceived } from '../../purchases.events.js';
import { Withdrawal, type WithdrawalOutcome } from '../withdrawal.entity.js';
import { provesAddress } from '../withdrawal-proof.js';
import { WITHDRAWABLE_UNTIL } from '../withdrawal-right.js';
import { WITHDRAWAL_VERSION, withdrawalText } from '../withdrawal-text.js';
import type { WithdrawalReceipt } from '../withdrawals.contract.js';
import { RequestRefund } from '../../payments/commands/request-refund.js';

export interface Declaration {
  name: string;
  email: string;
  /** Order number, or a description of the contract. */
  contract: string;
  locale: Language;
  /** Null for a guest. */
  userId: string | null;
  /** The token of the link in a mail to the address. */
  proof: string | null;
  ip: string;
}

/**
 * Records a withdrawal from any contract (§ 356a BGB), any number of times. An order that certainly belongs to the sender
 * (by the account, or by the link of a mail to the address) is refunded automatically while the right lasts. The response
 * is the same without a refund, so it does not disclose whether an order exists. A repeat of the same declaration within
 * ten minutes returns the recorded one. The confirmation mails are limited (see `admitReceiptMail`), the recorded
 * withdrawals are not.
 */
export class ReceiveWithdrawal extends Command<WithdrawalReceipt> {
  constructor(readonly declaration: Declaration) {
    super();
  }
}

const REPEAT_WINDOW = `interval '10 minutes'`;
const MAILS_PER_DAY = 10;
const ORDER_NUMBERS = /\bPP-\d{4}-\d{6,}\b/g;

interface NamedOrder {
  id: string;
  buyerId: string | null;
  /** The order belongs to the sender, and the right of withdrawal has not expired. */
  certain: boolean;
  /** The order was paid with the address in the declaration. */
  paidByAddress: boolean;
}

@CommandHandler(ReceiveWithdrawal)
export class ReceiveWithdrawalHandler implements ICommandHandler<ReceiveWithdrawal> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly mails: UnprovenMail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ declaration }: ReceiveWithdrawal): Promise<WithdrawalReceipt> {
    const key = emailKey(declaration.email);
    await advisoryLock(`withdrawal ${key}`);
    const isOwnAddress = await this.isAccountAddress(key, declaration.userId);
    const { email, proof } = declaration;
    const proven = isOwnAddress || provesAddress(this.config.tokenSecret, email, proof, await databaseTime());
    const repeat = await this.findRepeat(key, declaration, proven);
    if (repeat) return toReceipt(repeat);
    const numbers = findOrderNumbers(declaration.contract);
    const orders = await this.findNamedOrders(numbers, key, declaration.userId, proven);
    const allFound = numbers.length > 0 && orders.length === numbers.length;
    const id = uuidv7();
    const paidByAddress = allFound && orders.every((order) => order.paidByAddress);
    const receiptLeftOut =
      !isOwnAddress && !(await this.admitReceiptMail(id, key, declaration, { proven, paidByAddress }));
    const outcome = allFound && orders.every(({ certain }) => certain) ? 'refund' : 'review';
    const result = { id, proven, receiptLeftOut, outcome } as const;
    const withdrawal = await this.record(key, declaration, orders, result);
    for (const { id: purchaseId, certain } of orders)
      if (certain)
        await this.commands.execute(
          new RequestRefund(purchaseId, declaration.userId, withdrawal.reference, 'withdrawal'),
        );
    this.outbox.record(new WithdrawalReceived(withdrawal.id));
    this.recordAudit(withdrawal, orders);
    return toReceipt(withdrawal);
  }

  /** Whether the address is the account's confirmed address. */
  private async isAccountAddress(key: string, userId: string | null): Promise<boolean> {
    if (userId === null) return false;
    const account = await this.queries.execute(new FindProvenAccount({ userId }));
    return account?.emailKey === key;
  }

  private async findRepeat(
    key: string,
    { name, contract, locale, userId }: Declaration,
    proven: boolean,
  ): Promise<Withdrawal | null> {
    const row = await this.sql.row<{ id: string }>(
      `select id from withdrawals
       where email_key = $1 and name = $2 and contract = $3 and locale = $4 and user_id is not distinct from $5
         and proven = $6 and received_at > now() - ${REPEAT_WINDOW} limit 1`,
      [key, name, contract, locale, userId, proven],
    );
    return row ? this.em.findOneOrFail(Withdrawal, row.id) : null;
  }

  /**
   * Whether a confirmation is mailed to an address other than the account's confirmed one.
   * - A sender who has proven the address gets up to ten a day, as the law requires.
   * - An address that has paid for every named order gets up to ten more a day, even when its mailbox has reached the limit
   *   of unproven mail, but not for a network that has reached its limit.
   * - All other declarations are subject to every limit of unproven mail.
   * All unproven declarations count towards these limits; otherwise the limits would disclose which orders exist.
   */
  private async admitReceiptMail(
    id: string,
    key: string,
    { email, ip }: Declaration,
    { proven, paidByAddress }: { proven: boolean; paidByAddress: boolean },
  ): Promise<boolean> {
    const networks = networkKeys(this.config.tokenSecret, ip);
    const exceeded = proven ? null : await this.mails.admit({ id, to: email, networks });
    if (proven) return !(await this.isOverDailyLimit(key, true));
    return paidByAddress && exceeded !== 'network' ? !(await this.isOverDailyLimit(key, false)) : exceeded === null;
  }

  /** Declarations of other senders do not count against a sender who has proven the address. */
  private async isOverDailyLimit(key: string, proven: boolean): Promise<boolean> {
    const row = await this.sql.row<{ sent: number }>(
      `select count(*)::int as sent from withdrawals
       where email_key = $1 and proven = $2 and not receipt_left_out and received_at > now() - interval '1 day'`,
      [key, proven],
    );
    return row!.sent >= MAILS_PER_DAY;
  }

  /** The named orders that match the account or the address. */
  private async findNamedOrders(
    numbers: string[],
    key: string,
    userId: string | null,
    proven: boolean,
  ): Promise<NamedOrder[]> {
    return this.sql.rowsInTransaction<NamedOrder>(
      `select u.id, u.buyer_id as "buyerId", 
              ($1::boolean or coalesce(u.buyer_id = $2::uuid, false))
                and coalesce(now() < ${WITHDRAWABLE_UNTIL}, false) as certain,
              u.buyer_email_key = $3 and u.amount_cents > 0 as "paidByAddress"
       from purchases u
       where u.order_number = any($4::text[]) and u.paid_at is not null
         and (u.buyer_id = $2::uuid or u.buyer_email_key = $3)
       order by u.id for update`,
      [proven, userId, key, numbers],
    );
  }

  private async record(
    key: string,
    declaration: Declaration,
    orders: NamedOrder[],
    result: { id: string; proven: boolean; receiptLeftOut: boolean; outcome: WithdrawalOutcome },
  ): Promise<Withdrawal> {
    const { name, email, contract, locale, userId } = declaration;
    const receivedAt = await databaseTime();
    const number = (await this.sql.row<{ next: string }>(`select nextval('withdrawal_numbers') as next`))!;
    const withdrawal = this.em.create(Withdrawal, {
      ...result,
      name,
      email,
      contract,
      locale,
      userId,
      reference: `WR-${receivedAt.getUTCFullYear()}-${number.next.padStart(6, '0')}`,
      emailKey: key,
      textVersion: WITHDRAWAL_VERSION,
      purchaseIds: orders.map(({ id }) => id),
      receivedAt,
    });
    await this.em.persist(withdrawal).flush();
    return withdrawal;
  }

  /** Writes to the audit log of each order's buyer; without an order, to the sender's. */
  private recordAudit({ id: withdrawalId, userId }: Withdrawal, orders: NamedOrder[]): void {
    const actorId = userId ?? null;
    const subjects = orders.length > 0 ? orders : [{ id: null, buyerId: null }];
    for (const { id: purchaseId, buyerId } of subjects) {
      const ownerId = buyerId ?? actorId;
      const action = 'purchases.withdrawal-received';
      if (ownerId) this.audit.record({ userId: ownerId, actorId, action, details: { withdrawalId, purchaseId } });
    }
  }
}

function findOrderNumbers(contract: string): string[] {
  return [...new Set(contract.toUpperCase().match(ORDER_NUMBERS))];
}

function toReceipt(withdrawal: Withdrawal): WithdrawalReceipt {
  const { reference, receivedAt, proven, receiptLeftOut, textVersion, name, email, contract, locale } = withdrawal;
  return {
    reference,
    receivedAt: receivedAt.toISOString(),
    text: withdrawalText(textVersion, locale),
    textVersion,
    name,
    email,
    orderNumber: contract,
    // Not disclosed to unproven senders: a reached limit would disclose mails to another user's address.
    receiptMailed: proven && !receiptLeftOut,
  };
}
