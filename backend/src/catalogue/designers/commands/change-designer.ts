import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetProfile } from '../../../accounts/queries/get-profile.js';
import { Audit } from '../../../platform/audit.js';
import { LANGUAGES } from '../../../platform/language.js';
import { Transactional } from '../../../platform/database/transactional.js';
import type { DesignerChanges } from '../designer-form.js';
import { OwnPatterns } from '../../patterns/own-patterns.js';

/** Changes or creates a designer's profile. The slug never changes, because other sites link to it. */
export class ChangeDesigner extends Command<void> {
  constructor(
    readonly userId: string,
    readonly changes: DesignerChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangeDesigner)
export class ChangeDesignerHandler implements ICommandHandler<ChangeDesigner> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly ownPatterns: OwnPatterns,
    private readonly audit: Audit,
  ) {}

  async execute({ userId, changes }: ChangeDesigner): Promise<void> {
    const { displayName } = await this.queries.execute(new GetProfile(userId));
    await this.change(userId, displayName, changes);
  }

  @Transactional()
  private async change(userId: string, accountName: string, { name, bio }: DesignerChanges): Promise<void> {
    const designer = await this.ownPatterns.findOrCreateDesigner(userId, name ?? accountName);
    designer.name = name ?? designer.name;
    // A text that the form does not contain stays unchanged; an empty text is deleted.
    const bios = LANGUAGES.map((language) => [language, bio?.[language] ?? designer.bio[language]] as const);
    designer.bio = Object.fromEntries(bios.filter(([, text]) => text));
    await this.em.flush();
    this.audit.record({
      userId,
      actorId: userId,
      action: 'catalogue.designer-changed',
      details: { designerId: designer.id },
    });
  }
}
