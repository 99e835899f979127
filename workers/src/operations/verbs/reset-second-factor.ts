import { InvalidArgumentError } from 'commander';
import { ResetSecondFactor } from '#backend/accounts/administration/commands/reset-second-factor.js';
import { isEmailAddress } from '#backend/platform/mail/email-address.js';
import type { Verb } from '../verb.js';

/** `accounts reset-second-factor`: for an owner who has lost both the authenticator app and the recovery codes. */
export const resetSecondFactor: Verb = (parent, withContext) =>
  parent
    .command('reset-second-factor')
    .description(
      'Removes the second factor of an account, ends its sessions and mails its owner. Verify the identity of the owner first.',
    )
    .argument('<email>', 'Address of the account')
    .action((email: string) => {
      if (!isEmailAddress(email)) throw new InvalidArgumentError('<email>: is not an e-mail address');
      return withContext(async ({ commands, print }) => {
        const reset = await commands.execute(new ResetSecondFactor(email));
        if (reset === null) print('no account has this address');
        else print(reset ? 'the second factor was removed and all sessions ended' : 'the account has no second factor');
        return reset === null ? 1 : 0;
      });
    });
