const HOST = 'erased.invalid';

/** The address that replaces the address of an erased account. Its domain never receives mail (RFC 2606). */
export const erasedAddress = (userId: string): string => `erased-${userId}@${HOST}`;

/** @param address in lower case, like the key of an address */
export const isErasedAddress = (address: string): boolean => address.endsWith(`@${HOST}`);
