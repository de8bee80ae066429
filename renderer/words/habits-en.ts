/** Being offline, and copying. */
export const offlineEn = {
  explain: 'Offline: what it means',
  title: 'Offline since {{time}}',
  kept_one: '{{formatted}} change is kept on this computer. It goes out by itself once the network is back.',
  kept_other: '{{formatted}} changes are kept on this computer. They go out by themselves once the network is back.',
  nothingKept:
    'No change is waiting. What you do now is kept on this computer and goes out by itself once the network is back.',
  showKept: 'Show what is waiting',
  details: 'State of this connection',
  spokenKept: 'kept on this computer, goes out when the network is back',
} as const;

export const copyEn = {
  label: 'Copy',
  username: 'Username',
  id: 'Badge number',
  copied: 'Copied: {{what}}',
} as const;
