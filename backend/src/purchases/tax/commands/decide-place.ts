import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiError, invalid, notFound } from '../../../platform/api-error.js';
import { Audit } from '../../../platform/audit.js';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { vatKeyFor } from '../../../platform/tax/tax-scheme.js';
import { Purchase } from '../../orders/purchase.entity.js';
import type { PlaceDecision } from '../tax.contract.js';

/**
 * Decides in which place the buyer of a purchase with contradicting evidence lives. A correction changes the purchase only
 * while it has no invoice. An issued invoice is never changed: if the correction leads to another VAT key, the review is
 * marked as needing a correction document.
 * @throws {ApiError} 404 PLACE_REVIEW_NOT_FOUND, 409 PLACE_REVIEW_DECIDED, 400 when a correction names no country
 */
export class DecidePlace extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly adminId: string,
    readonly decision: PlaceDecision,
    /** The country or territory of a correction. */
    readonly country: string | null,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DecidePlace)
export class DecidePlaceHandler implements ICommandHandler<DecidePlace> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ purchaseId, adminId, decision, country, reason }: DecidePlace): Promise<void> {
    const correction = decision === 'correct' ? country : null;
    if (decision === 'correct' && !correction) throw invalid('country', 'country is required for a correction');
    // IssueInvoice locks the same row, so the invoice is issued either before this decision or with the decided place.
    const purchase = await this.em.findOne(Purchase, purchaseId, FOR_UPDATE);
    const review = await this.sql.row<{ decided: boolean }>(
      `select decided_at is not null as decided from place_reviews where purchase_id = $1`,
      [purchaseId],
    );
    if (!purchase || !review) throw notFound('PLACE_REVIEW_NOT_FOUND', 'Review');
    if (review.decided) throw new ApiError(409, 'PLACE_REVIEW_DECIDED', 'This contradiction is already decided.');
    const needsDocument = correction !== null && (await this.correct(purchase, correction));
    await this.sql.rows(DECIDE, [purchaseId, decision, correction, needsDocument, reason, adminId]);
    this.audit.record({
      userId: purchase.buyerId ?? adminId,
      actorId: adminId,
      action: 'purchases.place-decided',
      details: { purchaseId, decision, country: correction },
    });
  }

  /** @returns whether the purchase has an invoice with another VAT key */
  private async correct(purchase: Purchase, country: string): Promise<boolean> {
    const scheme = purchase.taxScheme ?? 'oss';
    const key = vatKeyFor(scheme, country);
    const invoice = await this.sql.row<{ key: string | null }>(
      `select case when tax_scheme is null and vat_cents > 0 then country else vat_key end as key
       from invoices where purchase_id = $1 and kind = 'invoice'`,
      [purchase.id],
    );
    if (invoice) return invoice.key !== key;
    this.em.assign(purchase, { country, taxScheme: scheme, vatKey: key });
    await this.em.flush();
    return false;
  }
}

const DECIDE = `
update place_reviews set decision = $2, corrected_to = $3, needs_document = $4, reason = $5, decided_by = $6, decided_at = now()
where purchase_id = $1`;
