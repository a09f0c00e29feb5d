/** A2 before A10. */
export const naturalOrder = new Intl.Collator('en', { numeric: true })
