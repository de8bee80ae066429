/** One row of the result list: what tells two people apart, masked, with what was typed marked. Pure. */
import type { Hit, MarkedText } from '../../contract/desk/directory.ts';
import type { User } from '../../contract/registration-api/resources.ts';
import { type Station, shows } from '../stations/station.ts';
import { maskEmail, maskPhone } from './masking.ts';
import { foldWithOffsets } from './people-index/fold.ts';
import { answersIn, markTaken, markText, type TextTakenApart, takeApart } from './people-index/marks.ts';
import { type Query, type QueryWord, shortestRun } from './people-index/query.ts';
import { displayNameOf, joinedWord, legalNameOf, localPartOf } from './people-index/tokens.ts';
import { type KnownRoles, personRole, recipeRole } from './person-view.ts';

export function hitOf(user: User, slips: number, query: Query, station: Station, known: KnownRoles): Hit {
  const displayName = displayNameOf(user);
  const legalName = legalNameOf(user);
  const taken = {
    displayName: takeApart(displayName),
    legalName: takeApart(legalName),
    username: takeApart(user.username),
    emailLocal: takeApart(localPartOf(user.email)),
  };
  const forgiving = slips > 0;
  const words = wordsToMark(query, forgiving, Object.values(taken));
  const details: Hit['details'] = [];
  const plain = (kind: Hit['details'][number]['kind'], text: TextTakenApart) => {
    if (text.text !== '') details.push({ kind, value: markTaken(text, words, forgiving) });
  };
  if (legalName !== displayName) plain('legal-name', taken.legalName);
  if (user.username !== displayName && shows(station, 'username')) plain('username', taken.username);
  const phone = user.phone === null || !shows(station, 'phone') ? null : markedPhone(user.phone, query, words);
  if (phone !== null) details.push({ kind: 'phone', value: phone });
  if (query.wholeId !== '' && joinedWord(user.id).startsWith(query.wholeId)) {
    details.push({
      kind: 'id',
      value: markText(user.id, [{ text: query.wholeId, alternatives: [], digits: '' }], false),
    });
  }
  const city = shows(station, 'place') ? (user.address?.addressCity ?? '') : '';
  if (city !== '') details.push({ kind: 'city', value: { text: city, marks: [] } });
  // Last, as the end is cut off where there is no room: all but hidden as it is, the address tells least.
  if (shows(station, 'email')) details.push({ kind: 'email', value: markedEmail(user.email, taken.emailLocal, words) });

  const inRecipe = new Set(station.primaryRecipe?.changes.map(({ roleId }) => roleId));
  return {
    userId: user.id,
    displayName: markTaken(taken.displayName, words, forgiving),
    details,
    slip: slips > 0,
    primary: recipeRole(station.primaryRecipe, station, known),
    roleNames: (shows(station, 'roles') ? station.roles : [])
      .filter(({ id }) => !inRecipe.has(id) && personRole(id, '', known).held)
      .map(({ name }) => name),
  };
}

/**
 * The words of the first reading of the query that these texts answer, since it is the one that found the person. Where
 * none does, because of slips or of what is not shown, those of every reading but the far-fetched ones.
 */
function wordsToMark(query: Query, forgiving: boolean, texts: readonly TextTakenApart[]): readonly QueryWord[] {
  const readings = [...query.readings, ...query.furtherReadings];
  const found = forgiving
    ? undefined
    : readings.find(({ words }) => words.every((word) => texts.some((text) => answersIn(text, word))));
  if (found !== undefined) return found.words;
  const byText = new Map<string, QueryWord>();
  for (const { words } of readings.filter(({ farFetched }) => !farFetched)) {
    for (const word of words) byText.set(word.text, word);
  }
  return [...byText.values()];
}

/** Shows as much of the part before the @ as was typed from its beginning. */
function markedEmail(email: string, local: TextTakenApart, words: readonly QueryWord[]): MarkedText {
  let typed = 0;
  for (const [start, end] of markTaken(local, words, false).marks) if (start === 0) typed = end;
  return { text: maskEmail(email, typed), marks: typed > 0 ? [[0, typed]] : [] };
}

/** Only where digits of it were typed; shows those and the last four. */
function markedPhone(phone: string, query: Query, words: readonly QueryWord[]): MarkedText | null {
  const runs = [...query.phoneRuns, ...words.map(({ digits }) => digits)].filter((run) => run.length >= shortestRun);
  if (runs.length === 0) return null;
  const folded = foldWithOffsets(phone);
  const places: number[] = [];
  let digits = '';
  for (let index = 0; index < folded.text.length; index += 1) {
    const unit = folded.text.charAt(index);
    if (unit < '0' || unit > '9') continue;
    digits += unit;
    places.push(index);
  }
  for (const run of runs) {
    // The ranking prefers the end of the number, and so does the mark.
    const at = digits.endsWith(run) ? digits.length - run.length : digits.indexOf(run);
    if (at < 0) continue;
    const start = folded.starts[places[at] ?? 0] ?? 0;
    const end = folded.ends[places[at + run.length - 1] ?? 0] ?? 0;
    return { text: maskPhone(phone, [[start, end]]), marks: [[start, end]] };
  }
  return null;
}
