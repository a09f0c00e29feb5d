import { zhcn } from '@fleetdeck/i18n/zhcn'
import type { Db } from '../db.ts'
import { dictItems, dictTypes } from '../schema/dictionaries.ts'
import { dictionarySeeds } from './dictionaries.ts'

const toText = (key: string): string => (zhcn as Record<string, string>)[key] ?? key

/** Adds missing dictionaries with their values; existing ones keep the site's changes. */
export async function seedDictionaries(db: Db): Promise<void> {
  const names = Object.keys(dictionarySeeds)
  const added = await db
    .insert(dictTypes)
    .values(names.map((dictType) => ({ dictType, dictName: toText(`dict.${dictType}`), builtIn: true })))
    .onConflictDoNothing()
    .returning({ dictType: dictTypes.dictType })
  const rows = added.flatMap(({ dictType }) =>
    (dictionarySeeds[dictType] ?? []).map((seed, index) => ({
      dictType,
      dictValue: seed.value,
      dictLabel: toText(`dict.${dictType}.${seed.value}`),
      dictSort: index + 1,
      listClass: seed.listClass,
      isDefault: seed.isDefault ?? false,
    })),
  )
  if (rows.length) await db.insert(dictItems).values(rows)
}
