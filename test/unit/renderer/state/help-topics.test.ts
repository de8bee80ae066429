import { describe, expect, it } from 'vitest';
import { topicOfDesk, topicOfPage } from '../../../../renderer/state/help-topics.ts';

describe('help opens at what is on the screen', () => {
  const quiet = { found: 'nothing-typed', person: 'none', offline: false } as const;

  it.each([
    [{ ...quiet }, 'find'],
    [{ ...quiet, found: 'somebody' }, 'find'],
    [{ ...quiet, found: 'nobody' }, 'nobody'],
    [{ ...quiet, found: 'somebody', person: 'open' }, 'check-in'],
    [{ ...quiet, found: 'somebody', person: 'in-already' }, 'already'],
    [{ ...quiet, person: 'open', offline: true }, 'offline'],
    [{ ...quiet, person: 'refused', offline: true }, 'refused'],
  ] as const)('%o: %s', (inSight, topic) => {
    expect(topicOfDesk(inSight)).toBe(topic);
  });

  it('on the pages beside the desk too', () => {
    expect(topicOfPage('activity')).toBe('activity');
    expect(topicOfPage('lists')).toBe('lists');
    expect(topicOfPage('connections')).toBe('settings');
  });
});
