import type { PersonRole } from '../../../contract/desk/directory.ts';
import type { ErrorCode } from '../../../contract/desk/errors.ts';
import type { TileLook } from '../../ui/switch-tile.tsx';

/** What a role tile says, before it becomes words. */
export type RoleWords =
  | { readonly kind: 'not-given' }
  | { readonly kind: 'convention'; readonly confirmedAt: number | null }
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'taking-waiting' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'taking-sending' }
  | { readonly kind: 'refused'; readonly code: ErrorCode };

export interface RoleDescription {
  readonly look: TileLook;
  readonly everywhere: boolean;
  readonly words: RoleWords;
}

/** Look and words of one role of one person. */
export function describeRole(role: PersonRole): RoleDescription {
  const everywhere = role.held && role.roleScope === 'global';
  switch (role.state) {
    case 'refused':
      return { look: 'refused', everywhere, words: { kind: 'refused', code: role.refusal?.code ?? 'bug' } };
    case 'waiting':
      return { look: 'waiting', everywhere, words: { kind: role.held ? 'waiting' : 'taking-waiting' } };
    case 'sending':
      return { look: 'waiting', everywhere, words: { kind: role.held ? 'sending' : 'taking-sending' } };
    case 'confirmed':
      if (!role.held) return { look: 'plain', everywhere: false, words: { kind: 'not-given' } };
      return everywhere
        ? { look: 'given', everywhere, words: { kind: 'everywhere' } }
        : { look: 'given', everywhere, words: { kind: 'convention', confirmedAt: role.at } };
  }
}
