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

  it('counts characters, not code units', () => {
    expect(passwordProblem('Aa1🧵🧵🧵🧵', [])).toBe('Password must be at least 8 characters long');
  });
});

describe('password hashing', () => {
  it('accepts a password in the code points of another keyboard', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('Nähgarn-Über-7'.normalize('NFD'));

    expect(await passwords.matches(stored, 'Nähgarn-Über-7'.normalize('NFC'))).toBe(true);
    expect(await passwords.matches(stored, 'Nähgarn-Über-8')).toBe(false);
    expect(await passwords.matches(null, 'Nähgarn-Über-7')).toBe(false);
  });

  it('runs two hashes at a time, queues forty, and refuses the next', async () => {
    const queued = hashQueue(2, 40);
    let running = 0;
    let most = 0;
    let open!: () => void;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
    };
    const accepted = Array.from({ length: 42 }, () => queued(work));

    await expect(queued(work)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    open();
    await Promise.all(accepted);
    expect(most).toBe(2);
    await expect(queued(async () => 'free again')).resolves.toBe('free again');
  });

  it('frees its slot when hashing fails', async () => {
    const queued = hashQueue(1, 1);
    const failing = queued(() => Promise.reject(new Error('no memory')));
    const next = queued(async () => 'done');

    await expect(failing).rejects.toThrow('no memory');
    await expect(next).resolves.toBe('done');
  });
});
