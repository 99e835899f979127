import type { PolicyText } from './policy-text.js';

export const english: PolicyText = {
  title: 'Privacy policy',
  sections: [
    {
      id: 'template',
      heading: 'Note for the operator',
      paragraphs: [
        'This policy describes what the software of this shop does with personal data. It is a template: the operator completes what stands in square brackets, has the text checked by a lawyer and then removes this note.',
      ],
    },
    {
      id: 'controller',
      heading: 'Who is responsible',
      paragraphs: [
        'The controller for the processing of your data in {shop} is {seller}, {address}. You can reach us at {email}.',
        'Data protection officer: [name and contact, or: none appointed].',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: [
        'For an account we store your email address, your username, your display name, your language and, if you give them, your first and last name, and your wishlist. Your password is stored only as a check value (Argon2id) from which it cannot be computed. The legal basis is the contract with you (Art. 6(1)(b) GDPR).',
        'Each sign-in opens a session: we remember when it began, when it was last used and when it ends, and the names of your browser and your system without versions, so that you stay signed in, recognise your devices in your account, and sessions can be ended. If you switch on a second factor, we store its key encrypted and your recovery codes only as check values. If we suspend an account, we store the reason. Events that matter for the security of your account are kept in a log that you can read; it holds ids and times, no content (Art. 6(1)(f) GDPR, protection of your account).',
      ],
    },
    {
      id: 'purchases',
      heading: 'Your purchases',
      paragraphs: [
        'When you buy a pattern or get a free one, we store the order: pattern, price, time, the email address for the confirmation and the copy, the country that decides the VAT, and your declaration about the right of withdrawal. You can also buy without an account. The legal basis is the purchase contract (Art. 6(1)(b) GDPR), and for tax and bookkeeping a legal obligation (Art. 6(1)(c) GDPR).',
        'We need the email address and the country for the contract and for tax; without them we cannot deliver. Everything else is voluntary.',
        'Each download of a file is counted and stored with its time, because the number of downloads of a file is limited.',
      ],
    },
    {
      id: 'withdrawals',
      heading: 'Withdrawals, refunds and reports',
      paragraphs: [
        'If you withdraw from a contract, we store your declaration: name, email address, which contract you mean and when it arrived. The law wants us to confirm its receipt (section 356a BGB; Art. 6(1)(c) GDPR). Of a refund we store the amount, the reason and the time.',
        'If you report a pattern, we store the reason, your text and your account in order to look into it (Art. 6(1)(c) and (f) GDPR). Whoever offers the pattern does not learn who reported it.',
        'If you write to us, we use your message and your address to answer you (Art. 6(1)(b) and (f) GDPR).',
      ],
    },
    {
      id: 'watermark',
      heading: 'Your email address in the PDF file',
      paragraphs: [
        'Your copy of a pattern carries your email address, the order number and the date of purchase on every page, followed by a bar code, and an id inside the file; both tell us which copy it is. This is how we protect the work of the designers from being passed on; the file itself is not encrypted. The legal basis is the contract and our legitimate interest in this protection (Art. 6(1)(b) and (f) GDPR). Do not pass your copy on: whoever has it sees your address.',
      ],
    },
    {
      id: 'payment',
      heading: 'Payment',
      paragraphs: [
        'Card payments are handled by Stripe (Stripe Payments Europe, Limited, Ireland). You enter the data of your card directly at Stripe; they do not reach our servers. We send the amount, the currency, your email address and the order (ids of order, pattern and account, language, country and the agreement to immediate delivery), so that it can be restored from the payment, and learn whether the payment succeeded and which country the card is from. The script of Stripe is loaded only at the checkout. The legal basis is the purchase contract (Art. 6(1)(b) GDPR). Stripe also processes data as a controller of its own, among other things to prevent fraud, and possibly in the USA.',
      ],
    },
    {
      id: 'mails',
      heading: 'Emails',
      paragraphs: [
        'We send you emails that belong to your account and your purchases: confirmations, invoices, links to confirm your address and to reset your password (Art. 6(1)(b) GDPR).',
        'You get the newsletter only if you order it and confirm your address (Art. 6(1)(a) GDPR). As proof we store which text you agreed to and when, and the first part of the IP address (Art. 7(1) GDPR). Every issue has a link to unsubscribe. Our emails contain no tracking pixels.',
      ],
    },
    {
      id: 'consents',
      heading: 'Consents',
      paragraphs: [
        'In your account you may consent to marketing emails, and withdraw the consent at any time for the future. Without consent we send you none. This shop neither analyses your behaviour nor makes personal recommendations; we do not use a consent to either that you gave through an interface, and you can withdraw it in your account. So that we can prove what you consented to, we store its kind, the version of the text and the time (Art. 7(1) GDPR).',
      ],
    },
    {
      id: 'views',
      heading: 'Views and logs',
      paragraphs: [
        'We count how often a pattern is looked at. For this we compute a check value from a random session id, with a key that changes every day; what is stored is the check value and the name of the website that the visit came from, but not who you are.',
        'Our servers write technical logs without content, email addresses and tokens. To fend off attacks we count calls by IP address for a short time (Art. 6(1)(f) GDPR). So that strangers cannot keep you out of your account, we also remember for 90 days the networks from which you signed in, only as a check value. There are no programs that track visitors and no embedded third-party services in this shop.',
      ],
    },
    {
      id: 'storage',
      heading: 'Storage in your browser',
      paragraphs: [
        'This shop sets no cookies. Your browser only holds what you ask for yourself or what the shop needs to show its pages (section 25(2) TDDDG). In local storage, until you delete it:',
        '– access_token, auth_token, refresh_token, token_expires_at: your sign-in. It goes when you sign out.',
        '– i18nextLng: your language.',
        '– user_preferences: colours, contrast, size of the letters and what else you choose for the display.',
        'In session storage, until you close the tab:',
        '– view_session_id: a random id for counting views.',
        '– guest_key: a random id for an order without an account, so that nothing is charged twice.',
        '– catalogue_filters: whether you have folded the filters away.',
        '– studio: what you have changed about a pattern but not saved yet.',
        '– after_sign_in_wish, after_sign_in_report: which pattern you wanted to remember or report when you were sent to sign in.',
        '– reloaded_at: when the page last asked for a new version of the shop.',
        'So that the shop opens quickly, and has something to show without a connection too, your browser also keeps its programs and fonts and a page that says so (service worker). Nothing personal is among them. You can delete all of this in the settings of your browser at any time. Stripe may set cookies of its own at the checkout to prevent fraud.',
      ],
    },
    {
      id: 'designers',
      heading: 'If you sell patterns',
      paragraphs: [
        'Your designer name, your introduction and your picture are public. Your files are checked automatically before they are sold. If you delete your account, we take your patterns off sale and replace your name; buyers keep what they bought.',
      ],
    },
    {
      id: 'recipients',
      heading: 'Who receives the data',
      paragraphs: [
        'These providers process data only on our instructions (Art. 28 GDPR):',
        '– servers and database: [name, seat, place of processing]',
        '– file storage for patterns, copies, invoices and archives (S3 compatible): [name, seat, place of processing]',
        '– delivery of emails: [name, seat, place of processing]',
        'Payments are handled by Stripe, see above. Outside the European Union we process data only where a decision of the European Commission or standard contractual clauses allow it: [to be completed by the operator].',
        'Designers do not learn who bought their patterns. Apart from that we pass data on only where a law requires it.',
      ],
    },
    {
      id: 'retention',
      heading: 'How long we store it',
      paragraphs: [
        '– Account: until you delete it.',
        '– Invoices: eight years from the end of the year in which they were made (section 147 AO, section 14b UStG). Evidence for the VAT of other EU countries may have to be kept for ten years.',
        '– Orders without an account that were not paid: your address until 90 days after the order was called off.',
        '– Links in emails: 24 hours to confirm an address or the newsletter, one hour to delete the account, 30 minutes for a new password.',
        '– Declarations of withdrawal: three years from the end of the year in which they arrived (sections 195, 199 BGB).',
        '– Reports about patterns: your text and the id of your account until you delete the account; reason and decision stay without a link to you.',
        '– Newsletter: unconfirmed addresses seven days, confirmed ones until you unsubscribe; the proof of your consent, without the address, for three years from the end of that year.',
        '– Archives of your data: seven days.',
        '– Check values for counting views: about an hour.',
        '– Technical logs: [to be completed by the operator].',
        'If you delete your account, you have seven days to change your mind. After that we erase the profile, sessions, wishlist, newsletter subscription, your personal PDF copies and the archives. Orders remain without name and address; invoices are locked until their time is over; a withdrawal that we have not answered yet is locked until its time is over (Art. 17(3)(b) and (e) GDPR); the log of the account holds only ids.',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      paragraphs: [
        'You have the right',
        '– of access to your data and to a copy of it (Art. 15 GDPR),',
        '– to rectification (Art. 16 GDPR),',
        '– to erasure (Art. 17 GDPR),',
        '– to restriction of processing (Art. 18 GDPR),',
        '– to portability of your data in a machine-readable format (Art. 20 GDPR).',
        'Access and portability are available in your account at once, as an archive with a readable report and machine-readable files; you can also delete your account there yourself. Or write to us at {email}; we answer within a month.',
        'You may object to processing that is based on a legitimate interest on grounds relating to your particular situation (Art. 21 GDPR). You may withdraw a consent at any time. We make no automated decisions in the sense of Art. 22 GDPR.',
        'You may complain to a data protection authority, for example where you live or where we have our seat (Art. 77 GDPR). The one responsible for us is: [name of the authority].',
      ],
    },
  ],
};
