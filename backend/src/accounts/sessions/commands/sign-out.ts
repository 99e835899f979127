import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Session } from '../session.entity.js';
import { FOR_UPDATE, Transactional } from '../../../platform/database/transactional.js';

/** Ends one session. Its tokens are refused from the next request on. */
export class SignOut extends Command<void> {
  constructor(readonly sessionId: string) {
    super();
  }
}

@CommandHandler(SignOut)
export class SignOutHandler implements ICommandHandler<SignOut> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ sessionId }: SignOut) {
    const session = await this.em.findOneOrFail(Session, sessionId, FOR_UPDATE);
    session.revoke('signed-out', new Date());
  }
}
