/** Storage prefix of all archives of a user. An erasure deletes by prefix to find archives without a row, too. */
export const exportPrefix = (userId: string): string => `exports/${userId}/`;

/** Storage key of one archive. */
export const exportKey = (userId: string, requestId: string): string => `${exportPrefix(userId)}${requestId}.zip`;
