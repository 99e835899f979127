/** Whether a text is a UUID. All ids of the shop are UUIDs. */
export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text.trim());
