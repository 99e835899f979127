import { EntityManager } from '@mikro-orm/postgresql';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Language } from '../../platform/language.js';
import { User } from '../user.entity.js';
import { Transactional } from '../../platform/database/transactional.js';

/** Sets the language of an account. The shop writes mails to the owner in this language. */
export class ChooseLanguage extends Command<{ language: Language }> {
  constructor(
    readonly userId: string,
    readonly language: Language,
  ) {
    super();
  }
}

@CommandHandler(ChooseLanguage)
export class ChooseLanguageHandler implements ICommandHandler<ChooseLanguage> {
  constructor(private readonly em: EntityManager) {}

  @Transactional()
  async execute({ userId, language }: ChooseLanguage) {
    const user = await this.em.findOneOrFail(User, userId);
    user.language = language;
    return { language };
  }
}
