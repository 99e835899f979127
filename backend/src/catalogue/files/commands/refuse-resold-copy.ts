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
 * Refuses an upload that carries the shop's mark and reports it to the moderators. The report contains the orders that the
 * mark names. Only administrators see them, not the designer or a moderator.
 */
export class RefuseResoldCopy extends Command<void> {
  /**
   * @param fileIds ids that the mark contains, with 32 hex digits or only their first 9
   * @param purchaseIds orders that the mark names; empty when none is known
   */
  constructor(
    readonly fileId: string,
    readonly reason: string,
    readonly fileIds: string[],
    readonly purchaseIds: string[],
  ) {
    super();
  }
}

/** Finds a file of the designer whose preview has this mark, which contains the start of the master's hash. */
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
  async execute({ fileId, reason, fileIds, purchaseIds }: RefuseResoldCopy): Promise<void> {
    const { patternId } = await this.em.findOneOrFail(PatternFile, fileId);
    // Every command locks the pattern before the file. The lock also stops two uploads from creating two reports.
    const lock = { ...FOR_UPDATE, refresh: true } as const;
    const pattern = await this.em.findOneOrFail(Pattern, patternId, lock);
    const file = await this.em.findOneOrFail(PatternFile, fileId, lock);
    if (!file.refuse('OWN_MARK', reason, new Date())) return;
    if (purchaseIds.length === 0 && (await this.isOwnPreview(pattern, fileIds))) return;
    await this.report(patternId, purchaseIds);
    const { userId = null } = await this.em.findOneOrFail(Designer, pattern.designerId);
    const details = { patternId, fileId };
    this.audit.record({ userId, actorId: null, action: 'catalogue.resold-copy-refused', details });
  }

  private async isOwnPreview({ designerId }: Pattern, fileIds: string[]): Promise<boolean> {
    return (await this.sql.row(OWN_PREVIEW, [designerId, fileIds])) !== null;
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
