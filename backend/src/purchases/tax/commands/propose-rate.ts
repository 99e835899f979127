import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { invalid } from '../../../platform/api-error.js';
import { Audit } from '../../../platform/audit.js';
import { advisoryLock } from '../../../platform/database/database-time.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { requireAllowedFirstDay } from '../rate-days.js';

/**
 * Proposes a new VAT rate. It holds only after an administrator has confirmed it.
 * @throws {ApiError} 400 VALIDATION_FAILED when a rate or an open proposal with this first day exists, or the day is too early
 */
export class ProposeRate extends Command<{ id: string }> {
  constructor(
    readonly adminId: string,
    /** A key of `vat_rates` (VAT_KEYS). */
    readonly country: string,
    /** Percent, with at most two decimals. */
    readonly rate: number,
    /** yyyy-mm-dd */
    readonly validFrom: string,
  ) {
    super();
  }
}

@CommandHandler(ProposeRate)
export class ProposeRateHandler implements ICommandHandler<ProposeRate> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ adminId, country, rate, validFrom }: ProposeRate): Promise<{ id: string }> {
    await advisoryLock(`vat rate ${country}`);
    await requireAllowedFirstDay(this.sql, country, validFrom);
    const id = uuidv7();
    const added = await this.sql.row<{ id: string }>(
      `insert into vat_rate_proposals (id, country, rate, valid_from, proposed_by, proposed_at)
       select $1, $2, $3, $4::date, $5, now()
       where not exists (select from vat_rate_proposals where country = $2 and valid_from = $4::date and outcome is null)
       returning id`,
      [id, country, rate, validFrom, adminId],
    );
    if (!added) throw invalid('valid_from', 'A proposal with this first day is open already');
    const details = { country, rate, validFrom };
    this.audit.record({ userId: adminId, actorId: adminId, action: 'purchases.vat-rate-proposed', details });
    return { id };
  }
}
