/** Which sound belongs to what just changed on the screen. Pure. */
import type { LastAct } from '../../contract/desk/role-changes.ts';
import type { Sound } from './tones.ts';

/** What of the screen makes sounds. */
export interface Heard {
  readonly lastAct: Pick<LastAct, 'actId' | 'time' | 'state'> | null;
  /** Nobody gets through, or the next try waits: what is done now is kept. */
  readonly keeps: boolean;
  /** The refusal on the screen; another object is another refusal. */
  readonly failure: object | null;
  /** A scan or Enter that opened nobody: several fit, or nobody does. */
  readonly nobodyOpened: boolean;
  /** `already`: the primary act holds. `elsewhere`: not by an act of this desk. */
  readonly open: { readonly userId: string; readonly already: boolean; readonly elsewhere: boolean } | null;
}

/** What was heard last, and what was said of the last act. */
export interface Hearing {
  readonly before: Heard;
  readonly said: 'nothing' | 'kept' | 'outcome' | 'problem';
}

/** The screen as it is found: nothing of it is news. */
export function beginHearing(now: Heard): Hearing {
  return { before: now, said: 'outcome' };
}

/**
 * The next sound, if any. An act sounds once when it is done, or once when it is kept for later; when it arrives after all,
 * the person has long gone and nothing sounds. A refusal always sounds. Of several at once the worst is heard.
 */
export function hear(
  { before, said }: Hearing,
  now: Heard,
): { readonly hearing: Hearing; readonly sound: Sound | null } {
  const act = now.lastAct;
  // An older act comes back into sight when a newer one is another operator's; it is no news.
  const isNew = act !== null && act.actId !== before.lastAct?.actId && act.time >= (before.lastAct?.time ?? 0);
  const isOther = act?.actId !== before.lastAct?.actId;
  const saidBefore = isNew ? 'nothing' : isOther ? 'outcome' : said;
  let saidNow: Hearing['said'] = saidBefore;
  let ofAct: Sound | null = null;
  if (act !== null) {
    if (act.state === 'refused') {
      if (saidBefore !== 'problem' && !(isOther && !isNew)) ofAct = 'problem';
      saidNow = 'problem';
    } else if (act.state === 'confirmed') {
      if (saidBefore === 'nothing') ofAct = 'done';
      saidNow = 'outcome';
    } else if (saidBefore === 'nothing' && now.keeps) {
      ofAct = 'kept';
      saidNow = 'kept';
    }
  }
  const failed = now.failure !== null && now.failure !== before.failure;
  const lost = now.nobodyOpened && !before.nobodyOpened;
  const opened = now.open !== null && now.open.userId !== before.open?.userId;
  const turned = now.open !== null && !opened && now.open.elsewhere && before.open?.already === false;
  const already = (opened && now.open?.already === true) || turned;
  const sound = failed || lost || ofAct === 'problem' ? 'problem' : already ? 'already' : ofAct;
  return { hearing: { before: now, said: saidNow }, sound };
}
