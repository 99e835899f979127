const HOST = 'erased.invalid';

/** What stands where the address of an erased person stood; a name that no mail can ever reach (RFC 2606). */
export const erasedAddress = (userId: string): string => `erased-${userId}@${HOST}`;

export const isErasedAddress = (address: string): boolean => address.endsWith(`@${HOST}`);
