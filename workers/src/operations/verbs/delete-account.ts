import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { RequestDeletion } from '#backend/privacy/commands/request-deletion.js';
import { parseId } from '../options.js';
import type { Verb } from '../verb.js';

/** `privacy delete`: requests the deletion of an account whose owner cannot sign in. */
export const deleteAccount: Verb = (parent, withContext) =>
  parent
    .command('delete')
    .description(
      'Mails the link that confirms the deletion of an account to its owner, for an owner who cannot sign in.',
    )
    .argument('<id>', 'Id of the account', parseId)
    .action((userId: string) =>
      withContext(async ({ commands, print }) => {
        const { state } = await commands.execute(new RequestDeletion(userId, null, null));
        await commands.execute(new RecordOperatorAction('deletion-asked', { userId }, true));
        print(
          state === 'requested' ? 'the deletion was already requested' : 'a confirmation mail is sent to the owner',
        );
        return 0;
      }),
    );
