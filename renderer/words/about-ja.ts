import type { aboutEn } from './about-en.ts';
import type { Japanese } from './translation.ts';

export const aboutJa: Japanese<typeof aboutEn> = {
  title: 'Rolecall について',
  version: 'バージョン {{version}}',
  report: 'サポート用レポート',
  reportExplained:
    'サポート担当者に渡すファイルです。バージョン、設定、件数、時間、最近の出来事が入ります。参加者、秘密情報、サービスのアドレスは含まれません。保存先はご自身で選び、ご自身で送ります。',
  reportSave: 'サポート用レポートを保存',
  reportSaved: 'レポートを保存しました。',
  updates: '新しいバージョン',
  updatesOff: 'この Rolecall は新しいバージョンを探しません。このコンピューターの管理者が入れ替えます。',
  updatesIdle: 'これより新しいバージョンは見つかっていません。',
  updatesChecked: '{{time}} に確認しました。これが最新バージョンです。',
  updatesChecking: '新しいバージョンを確認しています…',
  updatesAvailable: 'バージョン {{version}} があります。指示するとダウンロードします。',
  updatesDownloading: 'バージョン {{version}} をダウンロードしています: {{percent}}',
  updatesReady: 'バージョン {{version}} の準備ができました。指示すると再起動して切り替わります。',
  updatesWaitChanges:
    'バージョン {{version}} は待機中です。まだ確定していない変更があります。確定してからもう一度押してください。',
  updatesWaitPerson: 'バージョン {{version}} は待機中です。参加者が開いています。閉じてからもう一度押してください。',
  updatesUnreachable:
    '新しいバージョンの配布元に接続できませんでした。何も変わっていません。後でもう一度お試しください。',
  updatesNotVerified:
    'ダウンロードしたファイルが告知されたものと異なるため破棄しました。何も変わっていません。このコンピューターの管理者に知らせてください。',
  updatesOlder:
    '古いバージョンが提示されたため拒否しました。何も変わっていません。このコンピューターの管理者に知らせてください。',
  updatesNotUnderstood:
    '新しいバージョンについての応答を理解できませんでした。何も変わっていません。続く場合は、このコンピューターの管理担当者に知らせてください。',
  updatesNotInstalled:
    '新しいバージョンをインストールできませんでした。このバージョンを引き続き使えます。もう一度試すか、このコンピューターの管理担当者に知らせてください。',
  check: '今すぐ確認',
  download: 'ダウンロード',
  install: '再起動して更新',
  licences: 'ライセンス',
  licencesExplained:
    'Rolecall は MIT ライセンスの自由ソフトウェアです。次のパッケージでできています。Chromium の告知文はプログラムと同じ場所にあります。',
  licenceNone: 'このパッケージはライセンス名だけを示し、本文を含んでいません。',
};
