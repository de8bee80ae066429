/** Stations as they rest in a file and travel in a connection file or a desk link. Read by main only. */
import { z } from 'zod';
import { type StationDefinition, stationDefinitionSchema, stationLimits } from './stations.ts';

/** Same names are told by this. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLocaleLowerCase('en');

const isOnce = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

/** No role stands twice among the switches or in one recipe, and no id of a recipe stands twice. */
function isConsistent({ primaryRecipe, furtherRecipes, roleIds }: StationDefinition): boolean {
  const recipes = [...(primaryRecipe === null ? [] : [primaryRecipe]), ...furtherRecipes];
  return (
    isOnce(roleIds) &&
    isOnce(recipes.map(({ id }) => id)) &&
    recipes.every(({ changes }) => isOnce(changes.map(({ roleId }) => roleId)))
  );
}

/** The stations of a connection. Whatever a file or a desk link says, ids and names are each there once. */
export const bookSchema = z
  .object({
    /** In the order they are listed. Empty: nobody made one, and the built-in one holds. */
    stations: z.array(stationDefinitionSchema).max(stationLimits.stations),
    /** The one in use, or to start with; null: the first. */
    currentId: z.string().max(20).nullable(),
  })
  .refine(({ stations }) => isOnce(stations.map(({ id }) => id)))
  .refine(({ stations }) => isOnce(stations.map(({ name }) => nameKey(name))))
  .refine(({ stations }) => stations.every(isConsistent));

/**
 * The administrator's PIN as a hash (scrypt, RFC 7914). What comparing it may cost is bounded: a desk link from elsewhere
 * must not be able to ask for a gigabyte.
 */
export const administratorPinSchema = z.strictObject({
  /** Base64. */
  salt: z.string().max(100),
  /** Base64. */
  hash: z.string().max(200),
  cost: z.union([z.literal(2 ** 14), z.literal(2 ** 15), z.literal(2 ** 16), z.literal(2 ** 17)]),
  blockSize: z.literal(8),
  parallel: z.literal(1),
});

export const handedStationsSchema = z.object({ book: bookSchema, pin: administratorPinSchema.nullable() });
export type HandedStations = z.infer<typeof handedStationsSchema>;
