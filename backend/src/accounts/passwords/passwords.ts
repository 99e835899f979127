import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { hashQueue } from './hash-queue.js';

/**
 * The OWASP minimum for Argon2id (19 MiB, two passes). After an increase of these values, an account gets a new hash at its
 * next sign-in.
 */
const POLICY = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

@Injectable()
export class Passwords {
  private readonly enqueue = hashQueue(2, 40);
  private decoy?: Promise<string>;

  /** @returns a PHC string, which contains the salt and the parameters */
  hash(password: string): Promise<string> {
    return this.enqueue(() => hash(normalised(password), POLICY));
  }

  /**
   * Whether the password matches the hash. Takes the same time for null, so that the time does not reveal whether an account
   * exists.
   * @param storedHash null when no account has the address
   */
  async matches(storedHash: string | null, password: string): Promise<boolean> {
    const compared = storedHash ?? (await this.decoyHash());
    const equal = await this.enqueue(() => verify(compared, normalised(password)));
    return equal && storedHash !== null;
  }

  /** Whether the hash was made with weaker parameters than POLICY. */
  isOutdated(storedHash: string): boolean {
    const { memoryCost, timeCost } = parseOptions(storedHash);
    return memoryCost < POLICY.memoryCost || timeCost < POLICY.timeCost;
  }

  private decoyHash(): Promise<string> {
    this.decoy ??= hash('not a password', POLICY);
    return this.decoy;
  }
}

/** Converts the password to NFKC, because keyboards can send the same character as different code points. */
const normalised = (password: string) => password.normalize('NFKC');
