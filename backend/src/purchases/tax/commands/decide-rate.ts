import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '../../../platform/api-error.js';
import { Audit } from '../../../platform/audit.js';
import { Sql } from '../../../platform/database/sql.js';
import { Transactional } from '../../../platform/database/transactional.js';
import { proposalDecided, requireAllowedFirstDay } from '../rate-days.js';

/**
 * Confirms or discards a proposed VAT rate. A confirmed rate holds from its first day and is never changed.
 * @throws {ApiError} 404 RATE_PROPOSAL_NOT_FOUND, 409 RATE_PROPOSAL_DECIDED, 400 VALIDATION_FAILED when the first day has passed
 */
export class DecideRate extends Command<void> {
  constructor(
    readonly proposalId: string,
    readonly adminId: string,
    readonly outcome: 'confirmed' | 'discarded',
  ) {
    super();
  }
}

interface Proposal {
  country: string;
  rate: string;
  validFrom: string;
  decided: boolean;
}

@CommandHandler(DecideRate)
export class DecideRateHandler implements ICommandHandler<DecideRate> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ proposalId, adminId, outcome }: DecideRate): Promise<void> {
    const proposal = await this.sql.row<Proposal & Record<string, unknown>>(
      `select country, rate::text, valid_from::text as "validFrom", outcome is not null as decided
       from vat_rate_proposals where id = $1 for update`,
      [proposalId],
    );
    if (!proposal) throw notFound('RATE_PROPOSAL_NOT_FOUND', 'Proposal');
    if (proposal.decided) throw proposalDecided();
    const { country, rate, validFrom } = proposal;
    if (outcome === 'confirmed') {
      await requireAllowedFirstDay(this.sql, country, validFrom);
      await this.sql.rows(`insert into vat_rates (country, rate, valid_from) values ($1, $2, $3)`, [
        country,
        rate,
        validFrom,
      ]);
    }
    await this.sql.rows(
      `update vat_rate_proposals set outcome = $2, decided_by = $3, decided_at = now() where id = $1`,
      [proposalId, outcome, adminId],
    );
    const details = { country, rate: Number(rate), validFrom };
    this.audit.record({ userId: adminId, actorId: adminId, action: `purchases.vat-rate-${outcome}`, details });
  }
}
