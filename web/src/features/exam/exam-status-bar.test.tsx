import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ExamStatusBar, storageTextFor, useAnnouncement } from './exam-status-bar.tsx';

describe('the status bar of a test', () => {
  test.each([
    [6000, 'calm', 'Time left', '100:00'],
    [1200, 'calm', 'Time left', '20:00'],
    [301, 'calm', 'Time left', '05:01'],
    [300, 'late', 'Last 5 minutes', '05:00'],
    [61, 'late', 'Last 5 minutes', '01:01'],
    [60, 'last', 'Last minute', '01:00'],
    [1, 'last', 'Last minute', '00:01'],
    [0, 'over', 'Time is over', '00:00'],
  ])(
    'with %i seconds left has the phase %s and the text "%s"',
    (secondsLeft, phase, text, clock) => {
      const { container } = render(
        <ExamStatusBar
          secondsLeft={secondsLeft}
          answeredCount={7}
          questionCount={20}
          storageText="Kept"
        />,
      );
      expect(container.querySelector('.clock')?.getAttribute('data-phase')).toBe(phase);
      expect(screen.getByText(text)).toBeTruthy();
      expect(screen.getByRole('timer').textContent).toBe(clock);
      expect(screen.getByText('7 of 20 answered')).toBeTruthy();
    },
  );

  test('hides the time and shows it again, and is not read out every second', async () => {
    const { rerender } = render(
      <ExamStatusBar secondsLeft={1200} answeredCount={7} questionCount={20} storageText="Kept" />,
    );
    expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('off');
    await act(() => fireEvent.click(screen.getByRole('button', { name: 'Hide the time' })));
    expect(screen.queryByRole('timer')).toBeNull();
    rerender(
      <ExamStatusBar secondsLeft={780} answeredCount={7} questionCount={20} storageText="Kept" />,
    );
    await act(() => fireEvent.click(screen.getByRole('button', { name: 'Show the time' })));
    expect(screen.getByRole('timer').textContent).toBe('13:00');
  });

  test('has no clock once the test was submitted before its time was over', () => {
    render(<ExamStatusBar answeredCount={20} questionCount={20} storageText="Sending…" />);
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.queryByText('Time is over')).toBeNull();
    expect(screen.getByText('Sending…')).toBeTruthy();
  });
});

test.each([
  [{}, 'Kept on this device'],
  [{ isOnline: false }, 'Offline: kept on this device'],
  [{ isKeptOnDevice: false }, 'Kept until you close this page'],
  [{ isSubmitted: true }, 'Sending…'],
  [{ isSubmitted: true, wasUnanswered: true }, 'Kept, not sent yet'],
  [{ isSubmitted: true, isOnline: false }, 'Offline: kept, sent as soon as you are online'],
  [{ isSubmitted: true, isLoggedIn: false }, 'Kept, sent as soon as you log in'],
])('%j: %s', (stateChanges, text) => {
  const usualState = {
    isSubmitted: false,
    isLoggedIn: true,
    isOnline: true,
    wasUnanswered: false,
    isKeptOnDevice: true,
  };
  expect(storageTextFor({ ...usualState, ...stateChanges })).toBe(text);
});

test('each passed minute mark and each change of the connection is announced once', () => {
  const { result, rerender } = renderHook(
    ({ secondsLeft, isOnline }) => useAnnouncement(secondsLeft, isOnline),
    {
      initialProps: { secondsLeft: 601, isOnline: true },
    },
  );
  const readAnnouncementAfter = (secondsLeft: number, isOnline = true) => {
    rerender({ secondsLeft, isOnline });
    return result.current;
  };
  expect(result.current).toBe('');
  expect(readAnnouncementAfter(600)).toBe('10 minutes left');
  expect(readAnnouncementAfter(301)).toBe('10 minutes left');
  expect(readAnnouncementAfter(300)).toBe('5 minutes left');
  expect(readAnnouncementAfter(299)).toBe('5 minutes left');
  expect(readAnnouncementAfter(298, false)).toBe(
    'You are offline. Your answers are kept on this device.',
  );
  expect(readAnnouncementAfter(297)).toBe('You are online again.');
  // After the device slept, only the last of the marks it passed is announced.
  expect(readAnnouncementAfter(30)).toBe('1 minute left');
});
