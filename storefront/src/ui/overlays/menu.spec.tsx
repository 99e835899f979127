import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Menu } from './menu';

function open(chosen = vi.fn<(name: string) => void>()) {
  render(
    <>
      <Menu label="Menu" face="≡">
        <a href="#one" role="menuitem" onClick={() => chosen('one')}>
          One
        </a>
        <button type="button" role="menuitem" data-stay onClick={() => chosen('two')}>
          Two
        </button>
        <button type="button" role="menuitem" onClick={() => chosen('three')}>
          Three
        </button>
      </Menu>
      <button type="button">after</button>
    </>,
  );
  return { chosen, user: userEvent.setup(), button: screen.getByRole('button', { name: 'Menu' }) };
}
const focused = () => document.activeElement?.textContent;

describe('a menu', () => {
  it('opens with the keyboard, and the arrow keys wrap around', async () => {
    const { user, button } = open();
    await user.tab();
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{ArrowDown}');
    expect([button.getAttribute('aria-expanded'), focused()]).toEqual(['true', 'One']);
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Three');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Two');
    await user.keyboard('{End}');
    expect(focused()).toBe('Three');
    await user.keyboard('{Home}');
    expect(focused()).toBe('One');
  });

  it('closes with Escape and returns the focus; Tab moves on to the next element after the button', async () => {
    const { user, button } = open();
    await user.click(button);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}');
    expect(focused()).toBe('One');
    await user.tab();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(focused()).toBe('after');
  });

  it('closes after a choice or a click elsewhere, but not after an item with data-stay', async () => {
    const { chosen, user, button } = open();
    await user.click(button);
    await user.click(screen.getByRole('menuitem', { name: 'Two' }));
    expect(screen.getByRole('menu')).not.toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Three' }));
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'after' }));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(focused()).toBe('after');
    expect(chosen.mock.calls).toEqual([['two'], ['three']]);
  });
});
