// @vitest-environment happy-dom

import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Bar, keptOf, useSpoken } from './bar.tsx';

afterEach(cleanup);

describe('the bar', () => {
  test.each([
    [6000, 'calm', 'Time left', '100:00'],
    [1200, 'calm', 'Time left', '20:00'],
    [301, 'calm', 'Time left', '05:01'],
    [300, 'late', 'Last 5 minutes', '05:00'],
    [61, 'late', 'Last 5 minutes', '01:01'],
    [60, 'last', 'Last minute', '01:00'],
    [1, 'last', 'Last minute', '00:01'],
    [0, 'over', 'Time is over', '00:00'],
  ])('with %i seconds left is %s, in words too', (left, phase, words, clock) => {
    const { container } = render(<Bar left={left} answered={7} all={20} kept="Kept" />);
    expect(container.querySelector('.clock')?.getAttribute('data-phase')).toBe(phase);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe(clock);
    expect(screen.getByText('7 of 20 answered')).toBeTruthy();
  });

  test('hides the time and shows it again, and never speaks every second', () => {
    const { rerender } = render(<Bar left={1200} answered={7} all={20} kept="Kept" />);
    expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('off');
    fireEvent.click(screen.getByRole('button', { name: 'Hide the time' }));
    expect(screen.queryByRole('timer')).toBeNull();
    rerender(<Bar left={780} answered={7} all={20} kept="Kept" />);
    fireEvent.click(screen.getByRole('button', { name: 'Show the time' }));
    expect(screen.getByRole('timer').textContent).toBe('13:00');
  });

  test('has no clock once the test is handed in before its time', () => {
    render(<Bar answered={20} all={20} kept="Sending…" />);
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.queryByText('Time is over')).toBeNull();
    expect(screen.getByText('Sending…')).toBeTruthy();
  });
});

test.each([
  [{}, 'Kept on this device'],
  [{ isOnline: false }, 'Offline: kept on this device'],
  [{ isKeptOnDevice: false }, 'Kept until you close this page'],
  [{ isHandedIn: true }, 'Sending…'],
  [{ isHandedIn: true, isUnsent: true }, 'Kept, not sent yet'],
  [{ isHandedIn: true, isOnline: false }, 'Offline: kept, sent as soon as you are online'],
  [{ isHandedIn: true, isLoggedIn: false }, 'Kept, sent as soon as you log in'],
])('%j: %s', (changes, words) => {
  const calm = {
    isHandedIn: false,
    isLoggedIn: true,
    isOnline: true,
    isUnsent: false,
    isKeptOnDevice: true,
  };
  expect(keptOf({ ...calm, ...changes })).toBe(words);
});

test('each change is said once: the minutes, and the connection', () => {
  const { result, rerender } = renderHook(({ left, isOnline }) => useSpoken(left, isOnline), {
    initialProps: { left: 601, isOnline: true },
  });
  const said = (left: number, isOnline = true) => {
    rerender({ left, isOnline });
    return result.current;
  };
  expect(result.current).toBe('');
  expect(said(600)).toBe('10 minutes left');
  expect(said(301)).toBe('10 minutes left');
  expect(said(300)).toBe('5 minutes left');
  expect(said(299)).toBe('5 minutes left');
  expect(said(298, false)).toBe('You are offline. Your answers are kept on this device.');
  expect(said(297)).toBe('You are online again.');
  // A device that slept hears the last warning it slept over.
  expect(said(30)).toBe('1 minute left');
});
