/** The pages of the window, once somebody is signed in. */
export type Page =
  | 'desk'
  | 'rush-board'
  | 'laptop-lost'
  | 'about'
  | 'activity'
  | 'lists'
  | 'connections'
  | 'preflight'
  | 'settings'
  | 'stations';
