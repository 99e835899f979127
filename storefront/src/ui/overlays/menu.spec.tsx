import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Menu } from './menu';

function openMenu(onChoose = vi.fn<(name: string) => void>()) {
  render(
    <>
      <Menu label="Menu" face="≡">
        <a href="#one" role="menuitem" onClick={() => onChoose('one')}>
          One
        </a>
        <button type="button" role="menuitem" data-stay onClick={() => onChoose('two')}>
          Two
        </button>
        <button type="button" role="menuitem" onClick={() => onChoose('three')}>
          Three
        </button>
      </Menu>
      <button type="button">after</button>
    </>,
  );
  return { onChoose, user: userEvent.setup(), button: screen.getByRole('button', { name: 'Menu' }) };
}
const focusedText = () => document.activeElement?.textContent;

describe('a menu', () => {
  it('opens with the keyboard, and the arrow keys move the focus in a circle', async () => {
    const { user, button } = openMenu();
    await user.tab();
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{ArrowDown}');
    expect([button.getAttribute('aria-expanded'), focusedText()]).toEqual(['true', 'One']);
    await user.keyboard('{ArrowUp}');
    expect(focusedText()).toBe('Three');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focusedText()).toBe('Two');
    await user.keyboard('{End}');
    expect(focusedText()).toBe('Three');
    await user.keyboard('{Home}');
    expect(focusedText()).toBe('One');
  });

  it('closes with Escape, which focuses its button, or with Tab, which focuses the element after the button', async () => {
    const { user, button } = openMenu();
    await user.click(button);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}');
    expect(focusedText()).toBe('One');
    await user.tab();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(focusedText()).toBe('after');
  });

  it('closes after the choice of an item without data-stay, or after a click outside', async () => {
    const { onChoose, user, button } = openMenu();
    await user.click(button);
    await user.click(screen.getByRole('menuitem', { name: 'Two' }));
    expect(screen.getByRole('menu')).not.toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Three' }));
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'after' }));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(focusedText()).toBe('after');
    expect(onChoose.mock.calls).toEqual([['two'], ['three']]);
  });
});
