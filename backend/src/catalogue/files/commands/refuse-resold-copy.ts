import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../../platform/audit.js';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Designer } from '../../designers/designer.entity.js';
import { Pattern } from '../../patterns/pattern.entity.js';
import { PatternFile } from '../pattern-file.entity.js';
import { PatternReport } from '../../moderation/pattern-report.entity.js';

/**
 * Refuses an upload that carries the shop's mark. Reports the upload to the moderators, unless it is a preview of the
 * designer's own file. The report contains the orders that the mark names; only administrators see these orders.
 */
export class RefuseResoldCopy extends Command<void> {
  /**
   * @param fileId the upload
   * @param forensicIds the file ids in the mark (`copies.forensic_id`): 32 hex digits, or only the first 9 digits
   * @param purchaseIds the purchases that the mark names; empty when none is known
   */
  constructor(
    readonly fileId: string,
    readonly reason: string,
    readonly forensicIds: string[],
    readonly purchaseIds: string[],
  ) {
    super();
  }
}

/** Finds the designer's file whose preview has this mark. The mark of a preview contains the start of the master's hash. */
const OWN_PREVIEW = `
select from pattern_files f join patterns p on p.id = f.pattern_id
where p.designer_id = $1 and array[left(f.master_sha256, 32), left(f.master_sha256, 9)] && $2::text[] limit 1`;

@CommandHandler(RefuseResoldCopy)
export class RefuseResoldCopyHandler implements ICommandHandler<RefuseResoldCopy> {
  constructor(
    private readonly em: EntityManager,
    private readonly sql: Sql,
    private readonly audit: Audit,
  ) {}

  @Transactional()
  async execute({ fileId, reason, forensicIds, purchaseIds }: RefuseResoldCopy): Promise<void> {
    const { patternId } = await this.em.findOneOrFail(PatternFile, fileId);
    // Every command locks the pattern before the file. The lock also prevents two uploads from creating two reports.
    const lock = { ...FOR_UPDATE, refresh: true } as const;
    const pattern = await this.em.findOneOrFail(Pattern, patternId, lock);
    const file = await this.em.findOneOrFail(PatternFile, fileId, lock);
    if (!file.refuse('OWN_MARK', reason, new Date())) return;
    const isOwnPreview = purchaseIds.length === 0 && (await this.isOwnPreview(pattern, forensicIds));
    if (!isOwnPreview) await this.report(patternId, purchaseIds);
    // The entry is the same with and without an order. Otherwise a designer who writes guessed numbers and addresses into a
    // file would learn from the own log which orders exist.
    const { userId = null } = await this.em.findOneOrFail(Designer, pattern.designerId);
    const details = { patternId, fileId };
    this.audit.record({ userId, actorId: null, action: 'catalogue.resold-copy-refused', details });
  }

  private async isOwnPreview({ designerId }: Pattern, forensicIds: string[]): Promise<boolean> {
    return (await this.sql.row(OWN_PREVIEW, [designerId, forensicIds])) !== null;
  }

  /** Creates a report, or adds the orders to the open report of this pattern. */
  private async report(patternId: string, purchaseIds: string[]): Promise<void> {
    const open = await this.em.findOne(PatternReport, { patternId, reason: 'resold-copy', state: 'open' });
    if (open) {
      open.purchaseIds = [...new Set([...open.purchaseIds, ...purchaseIds])];
      return;
    }
    const report = { id: uuidv7(), patternId, reporterId: null, text: null, reportedAt: new Date(), purchaseIds };
    this.em.persist(this.em.create(PatternReport, { ...report, reason: 'resold-copy', state: 'open' }));
  }
}
