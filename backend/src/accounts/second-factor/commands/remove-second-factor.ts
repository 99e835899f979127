import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Proof, ReauthenticatedChange } from '../reauthenticated-change.js';
import { SecondFactors } from '../second-factors.js';

/** Removes the second factor. @throws {ApiError} as `ReauthenticatedChange.apply` */
export class RemoveSecondFactor extends Command<void> {
  constructor(readonly proof: Proof) {
    super();
  }
}

@CommandHandler(RemoveSecondFactor)
export class RemoveSecondFactorHandler implements ICommandHandler<RemoveSecondFactor> {
  constructor(
    private readonly reauthenticatedChange: ReauthenticatedChange,
    private readonly factors: SecondFactors,
  ) {}

  execute({ proof }: RemoveSecondFactor): Promise<void> {
    const { userId } = proof;
    return this.reauthenticatedChange.apply(proof, async () => {
      await this.factors.remove(userId);
      this.factors.announce(userId, 'off', userId);
    });
  }
}
