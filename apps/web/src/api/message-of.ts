/** What is said of anything that was thrown. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
