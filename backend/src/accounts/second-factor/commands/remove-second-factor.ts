import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProvenChange } from '../proven-change.js';
import { SecondFactors } from '../second-factors.js';

/** Removes the second factor. @throws {ApiError} as `ProvenChange.apply` */
export class RemoveSecondFactor extends Command<void> {
  constructor(
    readonly userId: string,
    readonly password: string,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveSecondFactor)
export class RemoveSecondFactorHandler implements ICommandHandler<RemoveSecondFactor> {
  constructor(
    private readonly provenChange: ProvenChange,
    private readonly factors: SecondFactors,
  ) {}

  execute({ userId, password, code }: RemoveSecondFactor): Promise<void> {
    return this.provenChange.apply(userId, password, code, async () => {
      await this.factors.remove(userId);
      this.factors.announce(userId, 'off', userId);
    });
  }
}
