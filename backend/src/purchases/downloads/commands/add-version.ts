import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Sql } from '../../../platform/database/sql.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';
import { Copy } from '../copy.entity.js';
import { Purchase } from '../../orders/purchase.entity.js';

/**
 * Adds a copy (state `marking`) of a new file version to a purchase. Does nothing when the purchase is not paid or already
 * has this copy, or when a newer version is ready.
 */
export class AddVersion extends Command<void> {
  constructor(
    readonly purchaseId: string,
    readonly fileId: string,
  ) {
    super();
  }
}

@CommandHandler(AddVersion)
export class AddVersionHandler implements ICommandHandler<AddVersion> {
  constructor(
    readonly em: EntityManager,
    private readonly sql: Sql,
  ) {}

  @Transactional()
  async execute({ purchaseId, fileId }: AddVersion): Promise<void> {
    const purchase = await this.em.findOneOrFail(Purchase, purchaseId, FOR_UPDATE);
    if (purchase.status !== 'paid' || (await this.em.count(Copy, { purchaseId, fileId }))) return;
    if (await this.sql.row(OUTDATED, [fileId])) return;
    const copy = { id: uuidv7(), purchaseId, fileId, state: 'marking', createdAt: new Date() } as const;
    this.em.persist(this.em.create(Copy, copy));
  }
}

const OUTDATED = `
select newer.id from pattern_files f
join pattern_files newer on newer.pattern_id = f.pattern_id and newer.kind = f.kind
where f.id = $1 and newer.version > f.version and newer.state = 'ready' limit 1`;
