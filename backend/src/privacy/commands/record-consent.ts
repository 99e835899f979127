import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Transactional } from '../../platform/database/transactional.js';
import { Audit } from '../../platform/audit.js';
import { Outbox } from '../../platform/events/outbox.js';
import { CONSENT_VERSION, type ConsentType } from '../consent.js';
import { ConsentRecord } from '../consent-record.entity.js';
import { MarketingConsentWithdrawn } from '../privacy.events.js';
import { databaseTime, advisoryLock } from '../../platform/database/database-time.js';

/**
 * Records that a user gives or withdraws consents. Adds no record for a repeated consent to the same version of the text, and
 * none for the withdrawal of a consent that is not granted.
 */
export class RecordConsent extends Command<void> {
  constructor(
    readonly userId: string,
    readonly types: ConsentType[],
    readonly granted: boolean,
  ) {
    super();
  }
}

@CommandHandler(RecordConsent)
export class RecordConsentHandler implements ICommandHandler<RecordConsent> {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  @Transactional()
  async execute({ userId, types, granted }: RecordConsent): Promise<void> {
    await advisoryLock(`consent ${userId}`);
    const recordedAt = await databaseTime();
    // Recorded even without an earlier consent, because the event also ends a subscription from the newsletter form.
    if (!granted && types.includes('marketing_emails'))
      this.outbox.record(new MarketingConsentWithdrawn(userId, recordedAt.toISOString()));
    for (const type of new Set(types)) {
      const current = await this.em.findOne(
        ConsentRecord,
        { userId, type },
        { orderBy: { recordedAt: 'desc', id: 'desc' } },
      );
      const unchanged = current
        ? current.granted === granted && (!granted || current.version === CONSENT_VERSION)
        : !granted;
      if (unchanged) continue;
      const record = { id: uuidv7(), userId, type, granted, version: CONSENT_VERSION, source: 'account', recordedAt };
      this.em.persist(this.em.create(ConsentRecord, record));
      const action = granted ? 'privacy.consent-given' : 'privacy.consent-withdrawn';
      this.audit.record({ userId, actorId: userId, action, details: { type, version: CONSENT_VERSION } });
    }
  }
}
