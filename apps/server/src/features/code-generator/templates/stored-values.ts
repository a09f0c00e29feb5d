import { draftFields, type Feature, type Field } from './feature.ts'
import { lines } from './layout.ts'

const isStored = ({ isInsert, isEdit }: Field) => isInsert && isEdit

/** Functions that map a draft to the columns; one if adding and changing use the same columns. */
export function storedValues(name: string, draft: string, fields: readonly Field[]): string[] {
  const made = (head: string, taken: readonly Field[]) =>
    lines(
      `const ${head} = (draft: ${draft}) => ({`,
      taken.map(({ property, field, display }) =>
        display === 'editor'
          ? `  ${property}: draft.${field} && cleanHtml(draft.${field}),`
          : `  ${property}: draft.${field},`,
      ),
      '})',
    )
  if (fields.every(isStored)) return [made(`stored${name}`, fields)]
  return [
    made(
      `inserted${name}`,
      fields.filter(({ isInsert }) => isInsert),
    ),
    made(
      `updated${name}`,
      fields.filter(({ isEdit }) => isEdit),
    ),
  ]
}
export const storing = (name: string, fields: readonly Field[]) =>
  fields.every(isStored)
    ? { inserted: `stored${name}`, updated: `stored${name}` }
    : { inserted: `inserted${name}`, updated: `updated${name}` }

/** A draft that can be stored unchanged. */
export const isTakenAsIs = (feature: Feature) =>
  !feature.child &&
  draftFields(feature).every(
    (each) => isStored(each) && each.property === each.field && each.display !== 'editor',
  )
