import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../platform/audit.js';
import { databaseTime, oneAtATime } from '../../platform/database-time.js';
import { emailKey } from '../../platform/email-address.js';
import type { Language } from '../../platform/language.js';
import { Outbox } from '../../platform/outbox.js';
import { Problem } from '../../platform/problem.js';
import { Transactional } from '../../platform/transactional.js';
import { WithdrawalReceived } from '../purchases.events.js';
import { Withdrawal } from '../withdrawal.entity.js';
import { WITHDRAWABLE_UNTIL } from '../withdrawal-right.js';
import { WITHDRAWAL_TEXT, WITHDRAWAL_VERSION } from '../withdrawal-text.js';
import type { WithdrawalReceived as Answer } from '../withdrawals.contract.js';
import { RequestRefund } from './request-refund.js';

export interface Declaration {
  name: string;
  email: string;
  /** Order number, or the contract in words. */
  contract: string;
  locale: Language;
  /** Null for a guest. */
  userId: string | null;
}

/**
 * Takes down that somebody withdraws from a contract (§ 356a BGB), whatever they name. Where it is certain that an order is
 * their own and that the right is alive, the money goes back without a person; the answer is the same in every case, so
 * that it tells nobody whether an order exists. The same declaration again within ten minutes is the one that is there.
 * Fails with 429 TOO_MANY_REQUESTS: an address gets no more than ten mails a day from whoever types it in.
 */
export class ReceiveWithdrawal extends Command<Answer> {
  constructor(readonly declaration: Declaration) {
    super();
  }
}

const REPEAT = `interval '10 minutes'`;
const MAX_A_DAY = 10;
const ORDER_NUMBER = /\bPP-\d{4}-\d{6,}\b/;

interface Meant {
  id: string;
  buyerId: string | null;
  alive: boolean;
}

@CommandHandler(ReceiveWithdrawal)
export class ReceiveWithdrawalHandler implements ICommandHandler<ReceiveWithdrawal> {
  constructor(
    private readonly em: EntityManager,
    private readonly commands: CommandBus,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ declaration }: ReceiveWithdrawal): Promise<Answer> {
    const key = emailKey(declaration.email);
    await oneAtATime(this.em, `withdrawal ${key}`);
    const known = await this.repeated(key, declaration);
    if (known) return answer(known);
    await this.refuseFloods(key, declaration.userId);
    const meant = await this.meant(key, declaration);
    const withdrawal = await this.takeDown(key, declaration, meant);
    if (meant?.alive)
      await this.commands.execute(new RequestRefund(meant.id, declaration.userId, withdrawal.reference, 'withdrawal'));
    this.outbox.record(new WithdrawalReceived(withdrawal.id));
    const userId = meant?.buyerId ?? declaration.userId;
    const details = { withdrawalId: withdrawal.id, purchaseId: meant?.id ?? null };
    const action = 'purchases.withdrawal-received';
    if (userId) this.audit.record({ userId, actorId: declaration.userId, action, details });
    return answer(withdrawal);
  }

  private async repeated(key: string, { name, contract, locale, userId }: Declaration): Promise<Withdrawal | null> {
    const [row] = await this.em.execute<{ id: string }[]>(
      `select id from withdrawals
       where email_key = ? and name = ? and contract = ? and locale = ? and user_id is not distinct from ?
         and received_at > now() - ${REPEAT} limit 1`,
      [key, name, contract, locale, userId],
    );
    return row ? this.em.findOneOrFail(Withdrawal, row.id) : null;
  }

  /** Whoever is signed in is held by the limits of their account. */
  private async refuseFloods(key: string, userId: string | null): Promise<void> {
    if (userId) return;
    const [row] = await this.em.execute<{ sent: number; left: string | null }[]>(
      `select count(*)::int as sent, extract(epoch from min(received_at) + interval '1 day' - now()) as left
       from withdrawals where email_key = ? and user_id is null and received_at > now() - interval '1 day'`,
      [key],
    );
    if (row!.sent < MAX_A_DAY) return;
    const message = 'Too many declarations for this address today. Please write to us by mail.';
    throw new Problem(429, 'TOO_MANY_REQUESTS', message, undefined, Math.max(1, Math.ceil(Number(row!.left))));
  }

  /** The order that is named, if it is certainly their own: by the account, or by the address it was ordered with. */
  private async meant(key: string, { contract, userId }: Declaration): Promise<Meant | null> {
    const number = ORDER_NUMBER.exec(contract.toUpperCase())?.[0];
    if (!number) return null;
    const [purchase] = await this.em.execute<Meant[]>(
      `select u.id, u.buyer_id as "buyerId", coalesce(now() < ${WITHDRAWABLE_UNTIL}, false) as alive
       from purchases u
       where u.order_number = ? and (u.buyer_id = ?::uuid or u.buyer_email_key = ?) and u.paid_at is not null
       for update`,
      [number, userId, key],
    );
    return purchase ?? null;
  }

  private async takeDown(key: string, declaration: Declaration, meant: Meant | null): Promise<Withdrawal> {
    const receivedAt = await databaseTime(this.em);
    const [{ next }] = (await this.em.execute(`select nextval('withdrawal_numbers') as next`)) as [{ next: string }];
    const withdrawal = this.em.create(Withdrawal, {
      ...declaration,
      id: uuidv7(),
      reference: `WR-${receivedAt.getUTCFullYear()}-${String(next).padStart(6, '0')}`,
      emailKey: key,
      textVersion: WITHDRAWAL_VERSION,
      purchaseId: meant?.id ?? null,
      outcome: meant?.alive ? 'refund' : 'review',
      receivedAt,
    });
    await this.em.persist(withdrawal).flush();
    return withdrawal;
  }
}

function answer({ reference, receivedAt, textVersion, name, email, contract, locale }: Withdrawal): Answer {
  return {
    reference,
    receivedAt: receivedAt.toISOString(),
    text: WITHDRAWAL_TEXT[locale],
    textVersion,
    name,
    email,
    orderNumber: contract,
  };
}
