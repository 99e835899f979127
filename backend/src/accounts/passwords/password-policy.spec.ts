import { hashQueue } from './hash-queue.js';
import { passwordProblem } from './password-policy.js';
import { Passwords } from './passwords.js';

const common = 'This password is too common. Please choose a different one';
const personal = 'Password must not be made from your name or email address';

describe('password policy', () => {
  it.each(['Kreuzstich7', 'ÄpfelUndBirnen3', 'correct Horse 4 staple', 'Naht-Zugabe-1cm', 'xK9#mQ2$vL'])(
    'allows %s',
    (password) => {
      expect(passwordProblem(password, ['anna@example.com', 'anna'])).toBeNull();
    },
  );

  it.each([
    'Password1',
    'Passw0rd!',
    'P@ssw0rt2024',
    'Qwertz123',
    '123Qwerty',
    'Sommer2026!',
    'Schnittmuster1',
    'SommerSommer1',
    'Aaaaaaa1',
    'A1b2c3d4',
    'Test1234',
    'ILoveYou1',
  ])('refuses %s as common', (password) => {
    expect(passwordProblem(password, [])).toBe(common);
  });

  it.each(['Gundula1', 'gundula.Krause99', 'Krause-2024', 'Naehfee12345', 'Example1234'])(
    'refuses %s for gundula.krause@example.com with the username Naehfee',
    (password) => {
      const problem = passwordProblem(password, ['gundula.krause@example.com', 'Naehfee']);
      expect([personal, common]).toContain(problem);
    },
  );

  it('counts an emoji as one character', () => {
    expect(passwordProblem('Aa1🧵🧵🧵🧵', [])).toBe('Password must be at least 8 characters long');
  });
});

describe('password hashing', () => {
  it('accepts a password in a different Unicode normalisation form than the hashed one', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('Nähgarn-Über-7'.normalize('NFD'));

    expect(await passwords.matches(stored, 'Nähgarn-Über-7'.normalize('NFC'))).toBe(true);
    expect(await passwords.matches(stored, 'Nähgarn-Über-8')).toBe(false);
    expect(await passwords.matches(null, 'Nähgarn-Über-7')).toBe(false);
  });

  it('runs two hashes concurrently, queues forty more, and refuses the next one', async () => {
    const enqueue = hashQueue(2, 40);
    let running = 0;
    let maxRunning = 0;
    let openGate!: () => void;
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const work = async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await gate;
      running -= 1;
    };
    const accepted = Array.from({ length: 42 }, () => enqueue(work));

    await expect(enqueue(work)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    openGate();
    await Promise.all(accepted);
    expect(maxRunning).toBe(2);
    await expect(enqueue(async () => 'free again')).resolves.toBe('free again');
  });

  it('runs the next hash after one fails', async () => {
    const enqueue = hashQueue(1, 1);
    const failing = enqueue(() => Promise.reject(new Error('no memory')));
    const next = enqueue(async () => 'done');

    await expect(failing).rejects.toThrow('no memory');
    await expect(next).resolves.toBe('done');
  });
});
