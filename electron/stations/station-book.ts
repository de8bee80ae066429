/** The stations of one connection and which of them is in use, as a reducer. Pure. */
import { nameKey } from '../../contract/desk/handed-stations.ts';
import { type StationDefinition, stationLimits } from '../../contract/desk/stations.ts';
import { assertNever } from '../errors.ts';

export interface Book {
  /** In the order they are listed. Empty: nobody made one, and the built-in one holds. */
  readonly stations: readonly StationDefinition[];
  /** Null: the first. */
  readonly currentId: string | null;
}

export const emptyBook: Book = { stations: [], currentId: null };

export type BookEvent =
  /** Keeps a station under its id; one that is not there yet comes last. */
  | { readonly kind: 'save'; readonly station: StationDefinition }
  | { readonly kind: 'move'; readonly stationId: string; readonly to: number }
  | { readonly kind: 'remove'; readonly stationId: string }
  /** Brings one back where it was. */
  | { readonly kind: 'restore'; readonly station: StationDefinition; readonly at: number; readonly wasCurrent: boolean }
  | { readonly kind: 'choose'; readonly stationId: string };

/** The stations there are: those that were made, or the built-in one. */
export function stationsOf(book: Book, builtIn: StationDefinition): readonly StationDefinition[] {
  return book.stations.length === 0 ? [builtIn] : book.stations;
}

/** The station in use. */
export function currentOf(book: Book, builtIn: StationDefinition): StationDefinition {
  const stations = stationsOf(book, builtIn);
  return stations.find(({ id }) => id === book.currentId) ?? stations[0] ?? builtIn;
}

/**
 * One step. What does not fit changes nothing and answers with the same book. The built-in station stays beside the first
 * one that is made: whoever adds a vendor desk does not mean to lose the front desk.
 */
export function stepBook(book: Book, event: BookEvent, builtIn: StationDefinition): Book {
  const stations = stationsOf(book, builtIn);
  const index = stations.findIndex(
    ({ id }) => id === (event.kind === 'save' || event.kind === 'restore' ? event.station.id : event.stationId),
  );
  switch (event.kind) {
    case 'save': {
      const { station } = event;
      const taken = stations.some(({ id, name }) => id !== station.id && nameKey(name) === nameKey(station.name));
      if (taken || (index < 0 && stations.length >= stationLimits.stations)) return book;
      if (index >= 0) return { ...book, stations: stations.with(index, station) };
      return { currentId: currentOf(book, builtIn).id, stations: [...stations, station] };
    }
    case 'move': {
      const moved = stations[index];
      const to = Math.min(event.to, stations.length - 1);
      if (moved === undefined || to === index || book.stations.length === 0) return book;
      const rest = stations.filter((each) => each !== moved);
      // The first would be in use without anybody having chosen it.
      return { currentId: currentOf(book, builtIn).id, stations: rest.toSpliced(to, 0, moved) };
    }
    case 'remove': {
      if (index < 0 || book.stations.length === 0) return book;
      const rest = stations.toSpliced(index, 1);
      return { stations: rest, currentId: book.currentId === event.stationId ? null : book.currentId };
    }
    case 'restore': {
      const { station, at, wasCurrent } = event;
      if (book.stations.length >= stationLimits.stations) return book;
      const ids = book.stations.map(({ id }) => id);
      const names = book.stations.map(({ name }) => name);
      // One that was made meanwhile may have its id, or its name.
      const id = ids.includes(station.id) ? freeId('s', ids) : station.id;
      const isTaken = names.some((name) => nameKey(name) === nameKey(station.name));
      const name = isTaken ? nameForCopy(station.name, names) : station.name;
      return {
        stations: book.stations.toSpliced(Math.min(at, book.stations.length), 0, { ...station, id, name }),
        currentId: wasCurrent ? id : book.currentId,
      };
    }
    case 'choose':
      return index < 0 || currentOf(book, builtIn).id === event.stationId
        ? book
        : { ...book, currentId: event.stationId };
    default:
      return assertNever(event);
  }
}

/** The first id of this kind that is not taken: short, since it travels in a code to scan. */
export function freeId(prefix: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const id = `${prefix}${number}`;
    if (!taken.includes(id)) return id;
  }
}

/** The name for a copy: the same with the first free number, shortened where it has to be. */
export function nameForCopy(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  const base = [...name.replace(/ \d{1,3}$/, '')];
  for (let number = 2; ; number += 1) {
    const tail = ` ${number}`;
    while (base.join('').length > stationLimits.nameLength - tail.length) base.pop();
    const copy = `${base.join('').trim()}${tail}`;
    if (!keys.has(nameKey(copy))) return copy;
  }
}
