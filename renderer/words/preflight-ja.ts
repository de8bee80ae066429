import type { guideEn, practiceEn, preflightEn, soundsEn } from './preflight-en.ts';
import type { Japanese } from './translation.ts';

export const practiceJa: Japanese<typeof practiceEn> = {
  name: '練習モード',
  explained: '架空の参加者です。このコンピューターの外には何も出ません。',
  guide: '初めての受付ガイド',
  startOver: '練習を最初からやり直す',
  startOverTitle: '練習を最初からやり直しますか？',
  startOverExplained:
    '練習で行ったことはすべて削除され、架空の参加者は初日の状態に戻ります。実際のイベントには影響しません。もう一度サインインが必要です。',
  keep: '練習を続ける',
  down: '練習用サービスが停止し、自動では起動しなくなりました',
  downExplained: '行ったことは保存されています。サービスが再び動くまで、何も確認されません。',
  startService: 'もう一度起動する',
};

export const guideJa: Japanese<typeof guideEn> = {
  label: '初めての受付ガイド',
  offer: '初めてですか？',
  offerExplained: '架空の参加者を 1 分で受付してみましょう。いつでもやめられます。',
  begin: '始める',
  notNow: 'あとで',
  step: 'ステップ {{step}} / {{steps}}',
  find: '名前の 3 文字を入力します',
  findHow: '「mar」や「lin」などを試してください。どこにいても、入力は検索に届きます。',
  open: 'Enter を押して最初の人を開きます',
  openHow: '矢印キーで別の人を選べます。クリックでもかまいません。',
  checkIn: 'もう一度 Enter を押します：{{act}}',
  checkInHow: 'すぐに記録され、サービスに届くと確認済みになります。',
  checkInWord: '受付する',
  another: 'この人はすでに受付済みです',
  anotherHow: 'Esc を押して、別の人を探してください。',
  undo: '取り消してみましょう：「元に戻す」を押します',
  undoHow: '最後の操作を示すバーに 2 分間表示されます。',
  scan: 'このコードをスキャンします',
  scanHow: 'この人のバッジのコードです。スキャンは、どのページでも、何をしていても使えます。',
  code: '架空の参加者のバッジコード',
  noScanner: 'スキャナーがありません',
  leave: 'ガイドを終了',
  finished: 'これで全部です',
  finishedExplained:
    '探す、開く、受付する、元に戻す、スキャンする。このまま練習を続けられます。ここにあるものはすべて架空です。',
  close: '完了',
};

export const soundsJa: Japanese<typeof soundsEn> = {
  volume: '音',
  volumeExplained:
    '完了、完了済み、あとで送信、問題には、それぞれ別の音があります。画面にも必ず同じことが表示されます。',
  off: 'オフ',
  quiet: '小',
  normal: '中',
  loud: '大',
  done: '完了',
  already: '完了済み',
  kept: 'あとで送信',
  problem: '問題',
  screen: '画面を消さない',
  screenExplained: 'Rolecall の起動中は画面が暗くなりません。バッテリーの消費が増えます。',
};

export const preflightJa: Japanese<typeof preflightEn> = {
  title: '開場の準備はできましたか？',
  menu: '開場前の点検',
  explained: '開場前に、すべてを一度点検してください。1 分ほどで終わり、何も変更されません。',
  run: 'すべて点検する',
  stop: '中止',
  save: 'テキストで保存',
  saved: '保存しました。',
  again: 'もう一度点検',
  check: '点検',
  list: '点検項目',
  never: 'まだ何も点検していません。',
  running: '点検中：{{row}}',
  allFine: 'すべて準備完了です。このノートパソコンで {{time}} に点検しました。',
  toDo_other: '確認が必要な項目：{{count}} 件。',
  open_other: '未点検：{{count}} 件。',
  checkedAt: '{{time}} に点検',
  rows: {
    keyring: 'キーリング',
    links: 'ブラウザーからの戻り',
    connection: 'サービスへの接続',
    people: '参加者の一覧',
    clock: '時計',
    disk: 'ディスク',
    power: '電源',
    drill: 'オフライン訓練',
    scanner: 'スキャナー',
    sound: '音',
  },
  states: {
    none: '未点検',
    waiting: '次に点検',
    running: '点検中',
    fine: '準備完了',
    warning: '確認してください',
    failed: '準備未完了',
    skipped: '不要',
  },
  fine: {
    keyring: '秘密の情報は {{keyring}} に保管され、開くことができます。',
    links: 'サインイン後、自動で Rolecall に戻ります。',
    connection: '受付に必要なことをすべて試し、問題ありませんでした。',
    people: '{{people}} 人、{{age}}前に取得が完了しました。',
    power: '電源につながっています。',
    disk: '空き {{free}} GB、フォルダーに書き込めます。',
    drill: '3 件の変更が、ネットワークなしで保存され、再起動後も残り、1 回ずつ届きました。',
    scanner: 'コードはそのまま届いています。',
    sound: '音が聞こえました。',
  },
  clock: {
    same: 'このコンピューターの時計は、サービスと合っています（誤差 {{margin}} 秒）。',
    ahead: 'このコンピューターの時計は、サービスより {{seconds}} 秒進んでいます（誤差 {{margin}} 秒）。',
    behind: 'このコンピューターの時計は、サービスより {{seconds}} 秒遅れています（誤差 {{margin}} 秒）。',
  },
  suffix: {
    enter: 'コードのあとに Enter を送ります。',
    tab: 'コードのあとに Tab を送ります。',
    none: 'コードのあとには何も送りません。それでも使えます。',
  },
  layouts: {
    us: '英語（米国）',
    uk: '英語（英国）',
    de: 'ドイツ語',
    fr: 'フランス語',
    es: 'スペイン語',
    jp: '日本語',
  },
  connectionRow: '{{step}}：{{what}}',
  findings: {
    stopped: { what: '中止されました。', next: 'もう一度点検してください。' },
    broken: {
      what: '点検できませんでした。',
      next: 'もう一度点検してください。変わらない場合は、管理者に伝えてください。理由はログにあります。',
    },
    'not-signed-in': { what: '開いている接続がありません。', next: 'サインインしてから、もう一度点検してください。' },
    'keyring-none': {
      what: 'このコンピューターでは安全なキーリングが開いていないため、Rolecall を閉じるとサインインが失われます。',
      next: '一日中 Rolecall を開いたままにするか、キーリングのロックを解除または設定（GNOME Keyring または KWallet）して、Rolecall を起動し直してください。',
    },
    'keyring-broken': {
      what: 'キーリングはありますが、開けません。',
      next: 'ロックを解除するか、このコンピューターからサインアウトして入り直し、もう一度点検してください。',
    },
    'links-elsewhere': {
      what: 'サインインから戻るリンクを、別のプログラムが開いています。',
      next: 'Rolecall で開くようにしてください。そうしない場合は、サインイン後にアドレスを貼り付けます。',
    },
    'links-nothing': {
      what: 'サインインから戻るリンクを Rolecall で開くように設定されていません。',
      next: 'Rolecall で開くようにしてください。そうしない場合は、サインイン後にアドレスを貼り付けます。',
    },
    'links-not-needed': { what: 'この接続は別の方法で戻るため、設定は不要です。', next: '' },
    'connection-failed': {
      what: '受付に必要なものが動いていません。',
      next: '対処してから、もう一度点検してください。',
    },
    'connection-warning': {
      what: '受付は使えますが、制限があります。',
      next: '内容を読み、心当たりがなければ管理者に伝えてください。',
    },
    'people-none': {
      what: 'このノートパソコンには参加者の一覧がありません。',
      next: 'まず接続を点検し、1 分待ってから、もう一度点検してください。',
    },
    'people-fetching': {
      what: '一覧を取得中です：現在 {{people}} 人。',
      next: '取得が終わるまで待ち、もう一度点検してください。',
    },
    'people-old': {
      what: '{{people}} 人ですが、取得が完了したのは{{age}}前です。その後に登録した人は含まれていない可能性があります。',
      next: '接続を点検してください。サービスに届くようになれば、一覧は自動で取得されます。',
    },
    'people-undated': {
      what: '{{people}} 人ですが、取得が完了した後にこのコンピューターの時計が戻されたため、一覧がどれだけ古いか分かりません。',
      next: '接続を点検してください。サービスに届くようになれば、一覧は自動で取得されます。',
    },
    'clock-off': {
      what: '',
      next: 'このコンピューターの日付と時刻を自動に設定してください。それまでは、ほかの受付と時刻がずれます。',
    },
    'clock-unknown': {
      what: 'サービスが時刻を知らせませんでした。',
      next: 'このコンピューターの時計を電話と比べてください。',
    },
    'disk-low': {
      what: 'ディスクの空きがわずかです：{{free}} GB。',
      next: 'ごみ箱を空にし、ダウンロードを削除して、1 GB 空けてください。',
    },
    'disk-unwritable': {
      what: 'Rolecall のフォルダーに書き込めないため、何も保存されません。',
      next: '設定したときのアカウントで Rolecall を起動するか、管理者に伝えてください。',
    },
    'disk-unknown': {
      what: '空き容量がわかりません。',
      next: 'システムの設定で空き容量を確認してください。',
    },
    'on-battery': {
      what: 'このノートパソコンはバッテリーで動いています。',
      next: '電源につないでください。設定で、画面を消さないようにできます。',
    },
    'drill-not-kept': {
      what: 'ネットワークがない間に、変更が保存されませんでした。',
      next: '管理者がディスクを確認するまで、このノートパソコンを入口で使わないでください。',
    },
    'drill-not-sent': {
      what: 'ネットワークが戻ったあと、変更が 1 回ずつ届きませんでした。',
      next: 'もう一度点検してください。変わらない場合は、このノートパソコンを入口で使わず、管理者に伝えてください。',
    },
    'scanner-layout': {
      what: 'スキャナーのキーボード設定は{{scanner}}、このコンピューターは{{computer}}です。',
      next: 'スキャナーを{{computer}}に設定してください。説明書の「キーボード」または「国」に、設定用のコードがあります。',
    },
    'scanner-caps-lock': {
      what: 'Caps Lock がオンのため、大文字と小文字が入れ替わっています。',
      next: 'Caps Lock を押して、もう一度スキャンしてください。',
    },
    'scanner-extra': {
      what: 'スキャナーがコードの前か後ろに文字を加えています。',
      next: 'バッジはそのままでも見つかります。前後の文字を外す方法は説明書にあります。',
    },
    'scanner-garbled': {
      what: '届いたものが、画面のコードと違います。',
      next: 'もう一度スキャンしてください。変わらない場合は、説明書に従ってスキャナーを初期設定に戻してください。',
    },
    'sound-not-heard': {
      what: '何も聞こえませんでした。',
      next: 'コンピューターの音量を上げ、ヘッドホンや消音を確かめて、もう一度試してください。',
    },
    'sound-off': { what: '音は設定でオフになっています。', next: '' },
  },
  repairLinks: 'Rolecall で開くようにする',
  drill: {
    label: 'オフライン訓練',
    steps: {
      'network-off': '架空のネットワークは切れています。架空の 3 人を受付します。',
      kept: '3 人とも、このノートパソコンに保存されています。',
      restarted: '異常終了のあとのように終了して起動し直しました。3 人とも残っています。',
      'network-back': '架空のネットワークが戻りました。送信しています。',
      proved: '3 人とも、1 回ずつ届きました。',
    },
    states: { notYet: 'まだ', waiting: '待機中', confirmed: '確認済み' },
  },
  scanner: {
    none: '表示されるコード、またはバッジをスキャンして、何が届くかを確かめます。',
    start: 'スキャナーを試す',
    stop: '試すのをやめる',
    scanThis: 'このコードをスキャンしてください',
    typed: 'コードの文字：{{code}}',
    listening: 'スキャンを待っています',
    came: '届いたもの',
    other: '別のコードです。届きました。すべての文字が正しく届くかは、表示のコードをスキャンして確かめてください。',
  },
  sound: {
    none: '受付の音を鳴らします。',
    play: '音を鳴らす',
    heard: '聞こえました',
    notHeard: '聞こえませんでした',
    question: '聞こえましたか？',
  },
};
