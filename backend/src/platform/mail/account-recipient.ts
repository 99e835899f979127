import type { Language } from '../language.js';

/** The account that receives a mail. */
export interface AccountRecipient {
  userId: string;
  email: string;
  /** Null until the mailbox is proven: before that, an attacker can have registered the address and chosen the name. */
  displayName: string | null;
  language: Language;
}

/**
 * SQL columns of an AccountRecipient, from the table `users` with the alias `u`.
 * @param language the language of the mail as an SQL expression; by default the language of the account
 */
export const recipientColumns = (language = 'u.language'): string =>
  `u.id as "userId", u.email, case when u.mailbox_proven_at is not null then u.display_name end as "displayName",
   ${language}`;
