import { describe, expect, it } from 'vitest';
import { describeRole } from '../../../../renderer/features/desk/describe-role.ts';
import { isInSight } from '../../../../renderer/features/desk/last-act-bar.tsx';
import { describeStatus } from '../../../../renderer/features/shell/describe-status.ts';
import { countsCheckIns, primaryIsPossible, primaryStage, wasInBefore } from '../../../../renderer/state/primary.ts';
import {
  checkedIn,
  deskError,
  given,
  lastAct,
  recipe,
  role,
  roleChanges,
  station,
  view,
} from '../../../gallery/made-up.ts';

describe('the status', () => {
  const online = { kind: 'online', since: 0 } as const;
  const offline = { kind: 'offline', since: 0, reason: 'network-timeout', nextTryAt: 9 } as const;

  it('names the venue’s Wi-Fi where that is what answers', () => {
    const portal = { kind: 'offline', since: 0, reason: 'network-captive-portal', nextTryAt: null } as const;
    expect(describeStatus(roleChanges(), portal, false)).toMatchObject({ kind: 'offline', portal: true });
  });

  it('names the most pressing thing', () => {
    expect(describeStatus(roleChanges({ refused: 2, waiting: 3 }), offline, true)).toEqual({
      kind: 'refused',
      count: 2,
    });
    expect(describeStatus(roleChanges({ waiting: 3 }), offline, true)).toEqual({ kind: 'sign-in-needed' });
    expect(describeStatus(roleChanges({ waiting: 2, sending: 1, oldestAt: 4 }), offline, false)).toEqual({
      kind: 'offline',
      portal: false,
      kept: 3,
      oldestAt: 4,
      nextTryAt: 9,
    });
    expect(describeStatus(roleChanges({ waiting: 2, sending: 1 }), online, false)).toMatchObject({
      kind: 'waiting',
      count: 3,
    });
    expect(describeStatus(roleChanges({ sending: 1 }), online, false)).toEqual({ kind: 'sending', count: 1 });
    expect(describeStatus(roleChanges(), online, false)).toEqual({ kind: 'all-confirmed' });
  });

  it('says that a list is paused beside what waits', () => {
    expect(describeStatus(roleChanges({ waiting: 450 }), online, false, true)).toMatchObject({ listPaused: true });
    expect(describeStatus(roleChanges({ waiting: 450 }), online, false, false)).toMatchObject({ listPaused: false });
  });

  it('never says all is confirmed before it knows', () => {
    expect(describeStatus(null, online, false)).toEqual({ kind: 'connecting' });
    expect(describeStatus(roleChanges(), { kind: 'unknown' }, false)).toEqual({ kind: 'connecting' });
    expect(describeStatus(roleChanges(), offline, false)).toMatchObject({ kind: 'offline', kept: 0 });
  });
});

describe('a role tile', () => {
  it('tells all states apart by words and look', () => {
    const all = [
      role('A'),
      given('A', 1),
      given('A', 1, { roleScope: 'global' }),
      given('A', 1, { state: 'waiting' }),
      role('A', { state: 'waiting' }),
      given('A', 1, { state: 'sending' }),
      role('A', { state: 'sending' }),
      role('A', { state: 'refused', refusal: deskError('service-forbidden') }),
    ].map(describeRole);
    expect(new Set(all.map(({ words }) => words.kind)).size).toBe(all.length);
    expect(all.filter(({ everywhere }) => everywhere)).toHaveLength(1);
  });

  it('is not "everywhere" once a role held everywhere was taken away', () => {
    expect(describeRole(role('A', { roleScope: 'global', state: 'waiting' })).everywhere).toBe(false);
  });
});

describe('the primary act', () => {
  it.each([
    [null, 'not-set-up', false],
    [role('Checked in'), 'open', true],
    [checkedIn(), 'done', false],
    [checkedIn({ state: 'waiting' }), 'under-way', false],
    [role('Checked in', { state: 'sending' }), 'taking-back', false],
    [role('Checked in', { state: 'refused', refusal: deskError('network-timeout') }), 'refused', true],
    [role('Checked in', { state: 'refused', refusal: deskError('service-forbidden') }), 'refused', false],
    [checkedIn({ state: 'refused' }), 'refused-taking-back', false],
  ] as const)('%#: %s is %s', (primary, stage, possible) => {
    expect(primaryStage(primary, recipe)).toBe(stage);
    expect(primaryIsPossible(view('Mika', { primary }), recipe, true)).toBe(possible);
    expect(primaryIsPossible(view('Mika', { primary }), recipe, false)).toBe(false);
  });

  it.each([
    ['checked in on this card', checkedIn({ at: 2_000 }), false],
    ['kept on this card', checkedIn({ at: 2_000, state: 'waiting' }), false],
    ['checked in here before', checkedIn({ at: 500 }), true],
    ['kept here before', checkedIn({ at: 500, state: 'waiting' }), true],
    ['checked in elsewhere', given('Checked in', null), true],
    ['checked in elsewhere meanwhile', checkedIn({ at: 2_000, by: null }), true],
    ['not checked in', role('Checked in'), false],
    ['refused', role('Checked in', { state: 'refused', refusal: deskError('service-forbidden') }), false],
  ])('%s: was in before the card was opened or not', (_what, primary, before) => {
    expect(wasInBefore(primary, 1_000)).toBe(before);
  });

  it.each([
    ['the role that says so, whatever it is called', station({ checkInRoleId: 'checked-in' }), true],
    ['another role', station({ checkInRoleId: 'eingecheckt' }), false],
    ['a role of a service without one that says so', station({ checkInRoleId: null }), false],
    ['nothing', station({ primaryRecipe: null }), false],
    [
      'who lost a role',
      station({
        primaryRecipe: { ...recipe, changes: [{ roleId: 'checked-in', wanted: 'absent', roleScope: 'convention' }] },
      }),
      false,
    ],
  ])('counting %s is counting who is in or not', (_what, desk, is) => {
    expect(countsCheckIns(desk)).toBe(is);
  });
});

it('leaves the last act in sight for two minutes', () => {
  const act = lastAct({ time: 1_000_000 });
  expect(isInSight(act, 1_119_000)).toBe(true);
  expect(isInSight(act, 1_121_000)).toBe(false);
  expect(isInSight(null, 0)).toBe(false);
});
