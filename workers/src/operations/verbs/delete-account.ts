import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { RequestDeletion } from '#backend/privacy/commands/request-deletion.js';
import { parseId } from '../options.js';
import type { Verb } from '../verb.js';

/** `privacy delete`: asks an owner who cannot sign in to confirm the deletion of the account. */
export const deleteAccount: Verb = (parent, withContext) =>
  parent
    .command('delete')
    .description('For an owner who cannot sign in: mails the owner the link that confirms the deletion of the account.')
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
