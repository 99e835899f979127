import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '../../../platform/config/config.js';
import { deriveToken } from '../../../platform/derived-token.js';
import { CONFIG } from '../../../platform/tokens.js';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { countryOf } from '../../../platform/tax/places.js';
import { vatKeyFor } from '../../../platform/tax/tax-scheme.js';
import { Purchase } from '../../orders/purchase.entity.js';

/**
 * Records a keyed hash of the card and the country of the card, the second piece of evidence for the buyer's place (Art. 24f
 * of Regulation (EU) 282/2011). When a sale to the card's country would have other VAT, an administrator has to review the
 * place.
 */
export class RecordCardCountry extends Command<void> {
  constructor(
    readonly purchaseId: string,
    /** ISO 3166-1 alpha-2; null when the card provider does not know it. */
    readonly cardCountry: string | null,
    /** The same for each payment with the card; null when the card provider does not know it. */
    readonly cardFingerprint: string | null,
  ) {
    super();
  }
}

@CommandHandler(RecordCardCountry)
export class RecordCardCountryHandler implements ICommandHandler<RecordCardCountry> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Transactional()
  async execute({ purchaseId, cardCountry, cardFingerprint }: RecordCardCountry): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    purchase.cardCountry = cardCountry;
    if (cardFingerprint) purchase.cardKey = deriveToken(this.config.tokenSecret, 'card', cardFingerprint).slice(0, 27);
    await this.em.flush();
    const { country, declaredCountry, taxScheme } = purchase;
    // A card does not tell in which part of its country the buyer lives.
    if (!cardCountry || cardCountry === countryOf(country)) return;
    const scheme = taxScheme ?? 'oss';
    if (vatKeyFor(scheme, country) === vatKeyFor(scheme, cardCountry)) return;
    this.logger.warn({ purchaseId, declaredCountry, cardCountry }, 'card country differs from the declared country');
    await this.sql.rows(
      `insert into place_reviews (purchase_id, stated, card, found_at) values ($1, $2, $3, now())
       on conflict (purchase_id) do nothing`,
      [purchaseId, country, cardCountry],
    );
  }
}
