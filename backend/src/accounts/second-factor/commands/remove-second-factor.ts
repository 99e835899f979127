import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ReauthenticatedChange } from '../reauthenticated-change.js';
import { SecondFactors } from '../second-factors.js';

/** Removes the second factor. @throws {ApiError} as `ReauthenticatedChange.apply` */
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
    private readonly reauthenticatedChange: ReauthenticatedChange,
    private readonly factors: SecondFactors,
  ) {}

  execute({ userId, password, code }: RemoveSecondFactor): Promise<void> {
    return this.reauthenticatedChange.apply(userId, password, code, async () => {
      await this.factors.remove(userId);
      this.factors.announce(userId, 'off', userId);
    });
  }
}
