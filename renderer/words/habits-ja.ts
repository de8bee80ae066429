import type { copyEn, offlineEn } from './habits-en.ts';
import type { Japanese } from './translation.ts';

export const offlineJa: Japanese<typeof offlineEn> = {
  explain: 'オフラインについて',
  title: '{{time}}からオフライン',
  kept_other: '{{formatted}}件の変更がこのコンピューターに保存されています。ネットワークが戻ると自動的に送信されます。',
  nothingKept:
    '待機中の変更はありません。これからの操作はこのコンピューターに保存され、ネットワークが戻ると自動的に送信されます。',
  showKept: '待機中の変更を表示',
  details: 'この接続の状態',
  spokenKept: 'このコンピューターに保存済み、ネットワークが戻ると送信されます',
};

export const copyJa: Japanese<typeof copyEn> = {
  label: 'コピー',
  username: 'ユーザー名',
  id: 'バッジ番号',
  copied: 'コピーしました：{{what}}',
};
