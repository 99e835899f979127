import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { hashQueue } from './hash-queue.js';

/** Argon2id, the OWASP minimum. After an increase, each account is rehashed at its next sign-in. */
const POLICY = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

@Injectable()
export class Passwords {
  private readonly queued = hashQueue(2, 40);
  private decoy?: Promise<string>;

  /** @returns a PHC string with its own salt and parameters */
  hash(password: string): Promise<string> {
    return this.queued(() => hash(normalised(password), POLICY));
  }

  /** Takes the same time for an account that does not exist (null). */
  async matches(storedHash: string | null, password: string): Promise<boolean> {
    const compared = storedHash ?? (await this.decoyHash());
    const equal = await this.queued(() => verify(compared, normalised(password)));
    return equal && storedHash !== null;
  }

  isOutdated(storedHash: string): boolean {
    const { memoryCost, timeCost } = parseOptions(storedHash);
    return memoryCost < POLICY.memoryCost || timeCost < POLICY.timeCost;
  }

  private decoyHash(): Promise<string> {
    this.decoy ??= hash('not a password', POLICY);
    return this.decoy;
  }
}

/** Another keyboard may send the same password in other code points. */
const normalised = (password: string) => password.normalize('NFKC');
