/**
 * The fields that the sign-in page has before any code has run (build/sign-in-page.tsx). They leave the document at
 * the moment at which the form enters it.
 */
const fields = [...document.querySelectorAll<HTMLInputElement>('.early input[name]')]

let focused = fields.find((field) => field === document.activeElement)
for (const field of fields)
  field.addEventListener('focus', () => {
    focused = field
  })

interface TypedBefore {
  values: Record<string, string>
  /** The name of the field in which somebody was typing. */
  focused: string | undefined
}

/** The text that was typed into them, returned once; undefined if there is none. */
export function takeTypedBefore(): TypedBefore | undefined {
  const typed = fields.splice(0).filter(({ value }) => value !== '')
  if (typed.length === 0) return undefined
  return { values: Object.fromEntries(typed.map(({ name, value }) => [name, value])), focused: focused?.name }
}
