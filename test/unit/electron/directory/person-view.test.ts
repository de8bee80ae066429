import { describe, expect, it } from 'vitest';
import { personDetails, personRole, personView, recipeRole } from '../../../../electron/directory/person-view.ts';
import type { ServiceRole } from '../../../../electron/directory/service-roles.ts';
import type { OverlayRole } from '../../../../electron/role-changes/role-overlay.ts';
import { primaryIsPossible, primaryStage } from '../../../../renderer/state/primary.ts';
import { checkedIn, createMadeUpStation, staff, vendor } from '../../../support/directory/made-up-directory.ts';
import { person } from '../../../support/directory/made-up-people.ts';

const wish = (given: Partial<OverlayRole>): OverlayRole => ({
  wishId: 'w',
  wanted: 'held',
  roleScope: 'convention',
  state: 'waiting',
  at: 50,
  refusal: null,
  by: 'Ada',
  ...given,
});
const held = new Map([['7', { roleScope: 'global' as const, readAt: 1 }]]);
/** `saidAt`: when the service last said something. */
const known = (service = new Map(), overlay: OverlayRole | null = null, saidAt = 1_000) => ({
  service,
  overlay: new Map(overlay === null ? [] : [['7', overlay]]),
  saidSince: (_roleId: string, at: number) => saidAt >= at,
});
const refusal = { code: 'service-forbidden' as const, message: 'No.', retryable: false };
const role = (service?: typeof held, overlay: OverlayRole | null = null) =>
  personRole('7', 'Checked in', known(service, overlay));

describe('one role of one person', () => {
  it('is what the service says where nobody here wished anything', () => {
    expect(role(held)).toMatchObject({
      held: true,
      roleScope: 'global',
      state: 'confirmed',
      at: null,
      by: null,
      wishId: null,
    });
    expect(role()).toMatchObject({ held: false, roleScope: null, state: 'confirmed' });
  });

  it('is the wish while it is open', () => {
    expect(role(undefined, wish({}))).toMatchObject({
      held: true,
      roleScope: 'convention',
      state: 'waiting',
      at: 50,
      by: 'Ada',
      wishId: 'w',
    });
    expect(role(held, wish({ wanted: 'absent', state: 'sending' }))).toMatchObject({
      held: false,
      roleScope: null,
      state: 'sending',
    });
  });

  it('is what the service says once the wish is refused, with the refusal', () => {
    expect(role(undefined, wish({ state: 'refused', refusal }))).toMatchObject({
      held: false,
      state: 'refused',
      refusal,
    });
    expect(role(held, wish({ wanted: 'absent', state: 'refused', refusal }))).toMatchObject({
      held: true,
      roleScope: 'global',
      refusal,
    });
  });

  it('is as a confirmed wish left it where what is known of the service is older', () => {
    const shown = (service: typeof held | undefined, wanted: 'held' | 'absent', saidAt: number) =>
      personRole('7', 'Checked in', known(service, wish({ wanted, state: 'confirmed' }), saidAt));
    expect(shown(undefined, 'held', 49)).toMatchObject({ held: true, roleScope: 'convention', at: 50, by: 'Ada' });
    expect(shown(undefined, 'held', 50)).toMatchObject({ held: false, at: null, by: null });
    expect(shown(held, 'absent', 49)).toMatchObject({ held: false, roleScope: null, at: 50 });
    expect(shown(held, 'absent', 50)).toMatchObject({ held: true, roleScope: 'global', at: null });
  });

  it('keeps time and operator of a confirmed wish only while the service says the same', () => {
    expect(role(held, wish({ state: 'confirmed' }))).toMatchObject({
      held: true,
      roleScope: 'global',
      at: 50,
      by: 'Ada',
    });
    expect(role(undefined, wish({ state: 'confirmed' }))).toMatchObject({
      held: false,
      state: 'confirmed',
      at: null,
      by: null,
      wishId: null,
    });
    expect(role(undefined, wish({ state: 'confirmed', wanted: 'absent' }))).toMatchObject({ held: false, at: 50 });
  });
});

describe('a recipe', () => {
  const station = createMadeUpStation().read();
  const recipe = {
    id: 'r',
    name: 'Check in',
    changes: [
      { roleId: '7', wanted: 'held' as const, roleScope: 'convention' as const },
      { roleId: '9', wanted: 'absent' as const, roleScope: 'convention' as const },
    ],
  };

  it('holds when every change is as wanted, and shows the change that needs eyes', () => {
    expect(recipeRole(recipe, station, known(held))).toMatchObject({ roleId: '7', roleName: 'Checked in', held: true });
    const both = new Map<string, ServiceRole>([...held, ['9', { roleScope: null, readAt: 1 }]]);
    expect(recipeRole(recipe, station, known(both))).toMatchObject({ held: false });
    const refused = {
      ...known(),
      service: both,
      overlay: new Map([['9', wish({ wanted: 'absent', state: 'refused', refusal, wishId: 'other' })]]),
    };
    expect(recipeRole(recipe, station, refused)).toMatchObject({
      roleId: '7',
      held: false,
      state: 'refused',
      wishId: 'other',
      refusal,
    });
    expect(recipeRole(null, station, known())).toBeNull();
  });

  describe('of two roles', () => {
    const both = {
      ...recipe,
      changes: [
        { roleId: '7', wanted: 'held' as const, roleScope: 'convention' as const },
        { roleId: '9', wanted: 'held' as const, roleScope: 'convention' as const },
      ],
    };
    const standing = (overlay: Record<string, Partial<OverlayRole>>, service = new Map<string, ServiceRole>()) => {
      const wishes = new Map(Object.entries(overlay).map(([roleId, given]) => [roleId, wish(given)]));
      const primary = recipeRole(both, station, { ...known(service), overlay: wishes });
      return { primary, stage: primaryStage(primary, both), possible: primaryIsPossible({ primary }, both, true) };
    };
    const possible = { stage: 'open', possible: true };

    it('can be done while only one of them is on its way', () => {
      expect(standing({ 9: { state: 'waiting' } })).toMatchObject(possible);
      expect(standing({ 9: { state: 'sending' } })).toMatchObject(possible);
      expect(standing({ 7: { state: 'sending' } })).toMatchObject(possible);
      expect(standing({ 7: { state: 'waiting' } }).primary).toMatchObject({ held: false, at: null, wishId: null });
    });

    it('can be done where one was refused for good and the other never asked for', () => {
      expect(standing({ 9: { state: 'refused', refusal } })).toMatchObject(possible);
    });

    it('is under way when all that is missing is on its way', () => {
      expect(standing({ 7: {}, 9: { state: 'sending' } })).toMatchObject({
        stage: 'under-way',
        possible: false,
        primary: { state: 'sending' },
      });
      expect(standing({ 9: {} }, new Map(held))).toMatchObject({ stage: 'under-way', possible: false });
    });

    it('is being taken back until both are', () => {
      const back = { stage: 'taking-back', possible: false };
      expect(standing({ 7: { wanted: 'absent' }, 9: { wanted: 'absent' } })).toMatchObject(back);
      expect(standing({ 7: { wanted: 'absent', state: 'confirmed' }, 9: { wanted: 'absent' } })).toMatchObject(back);
      expect(standing({ 7: {}, 9: { wanted: 'absent' } })).toMatchObject(back);
    });

    it('is refused where nothing is left to ask for, or the first role was', () => {
      const refused = { stage: 'refused', possible: false };
      expect(standing({ 7: {}, 9: { state: 'refused', refusal } })).toMatchObject(refused);
      expect(standing({ 9: { state: 'refused', refusal } }, new Map(held))).toMatchObject(refused);
      expect(standing({ 7: { state: 'refused', refusal } })).toMatchObject(refused);
    });
  });
});

describe('the open person', () => {
  const address = {
    addressCity: 'Lyon',
    addressCountry: 'FR',
    addressLine1: '1 rue X',
    addressLine2: null,
    addressState: null,
    addressZipcode: '69001',
  };
  const user = person({
    id: 'u',
    preferredName: ' Fox ',
    firstName: 'Rey',
    lastName: 'Nard',
    phone: '+33612345678',
    address,
  });

  it('is not done by a role held here where the recipe gives it for all conventions', () => {
    const recipe = {
      id: 'r1',
      name: 'Everywhere',
      changes: [{ roleId: '7', wanted: 'held' as const, roleScope: 'global' as const }],
    };
    const here = new Map([['7', { roleScope: 'convention' as const, readAt: 1 }]]);
    const of = (service: typeof held | typeof here) => recipeRole(recipe, createMadeUpStation().read(), known(service));
    expect(of(here)?.held).toBe(false);
    expect(of(held)?.held).toBe(true);
  });

  it('tells of what was refused beside a first step that can still be done, and of further recipes’ refusals', () => {
    const held7 = { wanted: 'held', roleScope: 'convention' } as const;
    const checkIn = { id: 'r', name: 'In', changes: ['7', '9'].map((roleId) => ({ roleId, ...held7 })) };
    const further = { id: 'f', name: 'More', changes: [{ roleId: '8', ...held7 }] };
    const shown = (overlay: Record<string, Partial<OverlayRole>>) => {
      const wishes = new Map(Object.entries(overlay).map(([id, given]) => [id, wish({ wishId: id, ...given })]));
      const station = createMadeUpStation({ primaryRecipe: checkIn, furtherRecipes: [further] }).read();
      const view = personView(user, station, { ...known(), overlay: wishes }, { freshAt: null, notFreshBecause: null });
      return [view.primary?.state, view.refusedBeside.map(({ roleName }) => roleName)];
    };
    const refused = { state: 'refused', refusal } as const;
    expect(shown({ 9: refused })).toEqual(['confirmed', [vendor.name]]);
    expect(shown({ 8: refused })).toEqual(['confirmed', [staff.name]]);
    // The card itself says this one.
    expect(shown({ 7: refused })).toEqual(['refused', []]);
    expect(shown({ 7: refused, 9: refused })).toEqual(['refused', [vendor.name]]);
    expect(shown({ 9: { state: 'waiting' } })).toEqual(['confirmed', []]);
  });

  it('says nothing of what the station does not show', () => {
    const shown = personView(user, { ...createMadeUpStation().read(), columns: [] }, known(held), {
      freshAt: null,
      notFreshBecause: null,
    });
    expect(shown).toMatchObject({
      username: '',
      maskedEmail: '',
      maskedPhone: null,
      city: null,
      country: null,
      otherRoles: [],
    });
  });

  it('shows the minimum, and the roles the station does not switch apart', () => {
    const roles = new Map<string, ServiceRole>([
      ['9', { roleScope: null, readAt: 1 }],
      ['unknown', { roleScope: 'global' as const, readAt: 1 }],
    ]);
    const view = personView(
      user,
      createMadeUpStation().read(),
      { service: roles, overlay: new Map(), saidSince: () => true },
      { freshAt: 3, notFreshBecause: null },
    );
    expect(view).toMatchObject({
      displayName: 'Fox',
      maskedEmail: 'u•••@example.org',
      maskedPhone: '+•••••••5678',
      city: 'Lyon',
      country: 'FR',
      freshAt: 3,
    });
    expect(view.roles.map(({ roleId }) => roleId)).toEqual([checkedIn.id, staff.id]);
    expect(view.otherRoles).toEqual([
      { roleName: vendor.name, roleScope: 'convention' },
      { roleName: 'unknown', roleScope: 'global' },
    ]);
    expect(JSON.stringify(view)).not.toMatch(/Nard|1 rue|612345|69001/u);
  });

  it('reveals the rest only when asked', () => {
    expect(personDetails(user)).toEqual({
      userId: 'u',
      legalName: 'Rey Nard',
      email: 'u@example.org',
      phone: '+33612345678',
      addressLines: ['1 rue X', '69001 Lyon', 'FR'],
    });
    expect(personDetails(person({ id: 'n' })).addressLines).toEqual([]);
  });
});
