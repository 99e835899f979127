/** Everything of one person lies below one prefix, so that an erasure finds what it does not know of. */
export const exportPrefix = (userId: string): string => `exports/${userId}/`;

export const exportKey = (userId: string, requestId: string): string => `${exportPrefix(userId)}${requestId}.zip`;
