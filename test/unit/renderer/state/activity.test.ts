import { expect, it } from 'vitest';
import type { ActivityRow } from '../../../../contract/desk/role-changes.ts';
import { createProgram } from '../../../../renderer/bridge.ts';
import { createActivity } from '../../../../renderer/state/activity.ts';
import { createFakeBridge, ok } from '../../../gallery/fake-bridge.ts';
import { activityRow } from '../../../gallery/made-up.ts';

const row = (id: number, more: Partial<ActivityRow> = {}): ActivityRow =>
  activityRow(String(id), { time: id * 1000, ...more });

function listing(pages: (before: number | null) => { rows: ActivityRow[]; more: boolean }) {
  const fake = createFakeBridge({ 'role-changes:list': ({ before }) => ok(pages(before ?? null)) });
  const activity = createActivity(createProgram(fake.bridge));
  return { activity, ids: () => activity.store.getState().rows?.map(({ wishId }) => wishId), fake };
}

it('adds earlier pages below', async () => {
  const { activity, ids } = listing((before) =>
    before === null ? { rows: [row(4), row(3)], more: true } : { rows: [row(2), row(1)], more: false },
  );
  await activity.show('all');
  await activity.loadMore();
  expect(ids()).toEqual(['4', '3', '2', '1']);
  expect(activity.store.getState().more).toBe(false);
});

it('keeps the earlier pages when the newest is read again', async () => {
  let newest = [row(4), row(3)];
  const { activity, ids } = listing((before) =>
    before === null ? { rows: newest, more: true } : { rows: [row(2), row(1)], more: false },
  );
  await activity.show('all');
  await activity.loadMore();
  newest = [row(5), row(4, { state: 'undone' })];
  await activity.refresh();
  expect(ids()).toEqual(['5', '4', '3', '2', '1']);
});

it('forgets its rows', async () => {
  const { activity } = listing(() => ({ rows: [row(1)], more: false }));
  await activity.show('open');
  activity.clear();
  expect(activity.store.getState().rows).toBeNull();
});
