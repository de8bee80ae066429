import type { Page } from './page.ts';

/** Where the guide can be opened. docs/operator-guide.md names them in comments before its headings. */
export const helpTopics = [
  'sign-in',
  'find',
  'check-in',
  'undo',
  'roles',
  'id-check',
  'already',
  'same-name',
  'family',
  'nobody',
  'offline',
  'refused',
  'activity',
  'lists',
  'settings',
  'lock',
  'end',
  'keys',
] as const;
export type HelpTopic = (typeof helpTopics)[number];

/** What is on the desk, as far as help goes by it. */
export interface DeskInSight {
  readonly found: 'nothing-typed' | 'somebody' | 'nobody';
  readonly person: 'none' | 'open' | 'in-already' | 'refused';
  readonly offline: boolean;
}

/** The paragraph for what is on the screen: the person first, then the network, then the list. Pure. */
export function topicOfDesk({ found, person, offline }: DeskInSight): HelpTopic {
  if (person === 'refused') return 'refused';
  if (offline) return 'offline';
  if (person === 'in-already') return 'already';
  if (person === 'open') return 'check-in';
  return found === 'nobody' ? 'nobody' : 'find';
}

/** The paragraph for a page beside the desk. */
export function topicOfPage(page: Exclude<Page, 'desk'>): HelpTopic {
  switch (page) {
    case 'activity':
      return 'activity';
    case 'lists':
      return 'lists';
    case 'laptop-lost':
      return 'end';
    default:
      return 'settings';
  }
}
