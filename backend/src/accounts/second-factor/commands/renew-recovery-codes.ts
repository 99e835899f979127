import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Proof, ReauthenticatedChange } from '../reauthenticated-change.js';
import type { RecoveryCodes } from '../second-factor.contract.js';
import { SecondFactors } from '../second-factors.js';

/** Replaces all recovery codes. @throws {ApiError} as `ReauthenticatedChange.apply` */
export class RenewRecoveryCodes extends Command<RecoveryCodes> {
  constructor(readonly proof: Proof) {
    super();
  }
}

@CommandHandler(RenewRecoveryCodes)
export class RenewRecoveryCodesHandler implements ICommandHandler<RenewRecoveryCodes> {
  constructor(
    private readonly reauthenticatedChange: ReauthenticatedChange,
    private readonly factors: SecondFactors,
  ) {}

  execute({ proof }: RenewRecoveryCodes): Promise<RecoveryCodes> {
    const { userId } = proof;
    return this.reauthenticatedChange.apply(proof, async () => {
      this.factors.announce(userId, 'codes-renewed', userId);
      return { recovery_codes: await this.factors.renewRecoveryCodes(userId) };
    });
  }
}
