/** Help: the guide for helpers inside the program. What it says is docs/operator-guide.md and its translations. */
export const helpEn = {
  title: 'Help',
  contents: 'Contents',
  text: 'The guide',
  open: 'Open the guide',
  forThis: 'Help for this screen',
  zoom: 'Larger text, smaller text, usual size',
  fullScreen: 'The window in full screen; on the rush board, the board on the other display',
} as const;
