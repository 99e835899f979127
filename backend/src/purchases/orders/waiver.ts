/**
 * Version of the waiver text that the checkout shows (§ 356 (5) BGB). Change it with every change of the text: each
 * purchase stores the version that its buyer accepted.
 */
export const WAIVER_VERSION = '2026-11-21';

/** The text that the checkout shows. Keep old versions for receipts that are not sent yet. */
export const WAIVER_TEXT = {
  de: 'Ich stimme ausdrücklich zu, dass ihr mir die Dateien vor Ablauf der Widerrufsfrist bereitstellt. Ich weiß, dass ich mein Widerrufsrecht verliere, sobald ihr damit beginnt.',
  en: 'I expressly agree that you deliver the files before the withdrawal period ends. I know that I lose my right of withdrawal once you begin to do so.',
} as const;
