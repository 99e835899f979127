import { EntityManager } from '@mikro-orm/postgresql';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { lockOpenAccount } from '../../../accounts/accounts.writes.js';
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
import { Withdrawal } from '../withdrawal.entity.js';
import { AutomaticRefunds, type Repeat } from '../automatic-refunds.js';
import { provesAddress } from '../withdrawal-proof.js';
import { DELIVERY_WAITS, WITHDRAWABLE_UNTIL } from '../withdrawal-right.js';
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
  /** The token of the link in a mail to the address (withdrawal-proof.ts). */
  proof: string | null;
  ip: string;
}

/**
 * Records a withdrawal from any contract (§ 356a BGB), limited only by the API's rate limit. While the right of withdrawal
 * lasts, an order is refunded automatically if it certainly belongs to the sender: it is in the sender's account, or the
 * sender has proven the order's address (by the account, or by the token of a mail to the address). A delivered order is
 * refunded automatically only if automatic-refunds.ts finds no earlier automatic refund of the same address, card or network.
 * The response is the same with and without a refund, so it does not disclose whether an order exists.
 *
 * A repeat of the same declaration within ten minutes returns the recorded withdrawal. `admitReceiptMail` limits the
 * confirmation mails.
 * @throws {ApiError} 401 UNAUTHENTICATED when the sender's account is closed
 */
export class ReceiveWithdrawal extends Command<WithdrawalReceipt> {
  constructor(readonly declaration: Declaration) {
    super();
  }
}

const REPEAT_WINDOW = `interval '10 minutes'`;
/** Confirmation mails per address and day. Mails to proven and to unproven senders are counted separately. */
const MAILS_PER_DAY = 10;
const ORDER_NUMBERS = /\bPP-\d{4}-\d{6,}\b/g;

interface NamedOrder {
  id: string;
  buyerId: string | null;
  /** Whether the order certainly belongs to the sender and the right of withdrawal has not ended. */
  certain: boolean;
  /** Whether nothing was delivered yet. */
  waiting: boolean;
  /** Whether the order cost money and has the address in the declaration. */
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
    private readonly refunds: AutomaticRefunds,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ declaration }: ReceiveWithdrawal): Promise<WithdrawalReceipt> {
    const key = emailKey(declaration.email);
    await advisoryLock(`withdrawal ${key}`);
    // The erasure of the account would not find a withdrawal that is recorded after it.
    if (declaration.userId) await lockOpenAccount(this.sql, declaration.userId);
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
    const { refunded, repeats } = await this.chooseRefunds(orders, declaration.ip);
    const outcome = allFound && refunded.length === orders.length ? 'refund' : 'review';
    const result = { id, proven, receiptLeftOut, outcome, repeats } as const;
    const withdrawal = await this.record(key, declaration, orders, result);
    for (const purchaseId of refunded)
      await this.commands.execute(
        new RequestRefund(purchaseId, declaration.userId, withdrawal.reference, 'withdrawal'),
      );
    this.outbox.record(new WithdrawalReceived(withdrawal.id));
    this.recordAudit(withdrawal, orders);
    return toReceipt(withdrawal);
  }

  /** Whether the address is the address of the sender's account, and the account's owner has proven the mailbox. */
  private async isAccountAddress(key: string, userId: string | null): Promise<boolean> {
    if (userId === null) return false;
    const account = await this.queries.execute(new FindProvenAccount({ userId }));
    return account?.emailKey === key;
  }

  /** Chooses the orders that are refunded without a review. A waiting order needs no check, because nothing was delivered. */
  private async chooseRefunds(orders: NamedOrder[], ip: string): Promise<{ refunded: string[]; repeats: Repeat[] }> {
    const certain = orders.filter((order) => order.certain);
    const delivered = certain.filter(({ waiting }) => !waiting).map(({ id }) => id);
    const repeats = await this.refunds.admit(delivered, ip);
    const refunded = certain.filter(({ waiting }) => waiting || repeats.length === 0).map(({ id }) => id);
    return { refunded, repeats };
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
   * Whether a confirmation is mailed to an address that is not the account's proven address.
   * - A sender who has proven the address gets the mails that the law requires, up to ten a day.
   * - An address under which every named order was paid gets up to ten more mails a day, even when its mailbox has reached
   *   the limit of unproven mail. But the network of the sender must be below the limit of a network.
   * - All other declarations are subject to every limit of unproven mail.
   *
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

  /** Counts proven and unproven declarations separately, so that other senders cannot use up the owner's limit. */
  private async isOverDailyLimit(key: string, proven: boolean): Promise<boolean> {
    const row = await this.sql.row<{ sent: number }>(
      `select count(*)::int as sent from withdrawals
       where email_key = $1 and proven = $2 and not receipt_left_out and received_at > now() - interval '1 day'`,
      [key, proven],
    );
    return row!.sent >= MAILS_PER_DAY;
  }

  /** The named paid orders that are in the sender's account or have the sender's address. */
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
              ${DELIVERY_WAITS} as waiting, u.buyer_email_key = $3 and u.amount_cents > 0 as "paidByAddress"
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
    result: Pick<Withdrawal, 'id' | 'proven' | 'receiptLeftOut' | 'outcome' | 'repeats'>,
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

  /**
   * Writes to the audit log of the sender, and of the buyer of each order that certainly belongs to the sender. Other senders
   * only guess: an entry about their orders would show them which orders exist, and would fill the buyer's log.
   */
  private recordAudit({ id: withdrawalId, proven, userId }: Withdrawal, orders: NamedOrder[]): void {
    const senderId = userId ?? null;
    const entries: { ownerId: string | null; purchaseId: string | null }[] = orders
      .filter(({ buyerId }) => proven || (buyerId !== null && buyerId === senderId))
      .map(({ id: purchaseId, buyerId }) => ({ ownerId: buyerId ?? senderId, purchaseId }));
    if (!entries.some(({ ownerId }) => ownerId === senderId)) entries.push({ ownerId: senderId, purchaseId: null });
    const action = 'purchases.withdrawal-received';
    for (const { ownerId, purchaseId } of entries) {
      // In the log of another account, the sender would appear as a member of the staff.
      const actorId = ownerId === senderId ? senderId : null;
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
    // False for every unproven sender. Otherwise a reached limit would disclose that mails were sent to another user's
    // address.
    receiptMailed: proven && !receiptLeftOut,
  };
}
