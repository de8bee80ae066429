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

/** A list of the program's own, newest first, in pages of two. */
function listingOf(rows: () => ActivityRow[]) {
  return listing((before) => {
    const from = rows().filter(({ sequence }) => before === null || sequence < before);
    return { rows: from.slice(0, 2), more: from.length > 2 };
  });
}

it('reads all the rows it shows again, not the newest alone', async () => {
  let rows = [5, 4, 3, 2, 1].map((id) => row(id, { state: 'waiting' }));
  const { activity, ids } = listingOf(() => rows);
  await activity.show('all');
  await activity.loadMore();
  rows = [6, 5, 4, 3, 2, 1].map((id) => row(id, { state: 'confirmed' }));
  await activity.refresh();
  expect(ids()).toEqual(['6', '5', '4', '3']);
  expect(activity.store.getState().rows?.map(({ state }) => state)).toEqual(Array(4).fill('confirmed'));
  expect(activity.store.getState().more).toBe(true);
  await activity.loadMore();
  expect(ids()).toEqual(['6', '5', '4', '3', '2', '1']);
  rows = [row(6)];
  await activity.refresh();
  expect(ids()).toEqual(['6']);
});

it('reads on though changes come in meanwhile', async () => {
  const { activity, ids, fake } = listingOf(() => [4, 3, 2, 1].map((id) => row(id)));
  await activity.show('all');
  await Promise.all([activity.loadMore(), activity.refresh(), activity.refresh(), activity.refresh()]);
  expect(ids()).toEqual(['4', '3', '2', '1']);
  // The page at first, the one below, and both once more for all three changes.
  expect(fake.asked.filter(({ name }) => name === 'role-changes:list')).toHaveLength(4);
});

it('ends what is still being read when something else is to be shown', async () => {
  const { activity, ids } = listingOf(() => [4, 3, 2, 1].map((id) => row(id)));
  await activity.show('all');
  await Promise.all([activity.refresh(), activity.loadMore(), activity.narrow({ person: 'x' })]);
  expect(ids()).toEqual(['4', '3']);
  const last = activity.refresh();
  activity.clear();
  await last;
  expect(activity.store.getState().rows).toBeNull();
});

it('forgets its rows', async () => {
  const { activity } = listing(() => ({ rows: [row(1)], more: false }));
  await activity.show('open');
  activity.clear();
  expect(activity.store.getState().rows).toBeNull();
});
