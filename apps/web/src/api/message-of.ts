/** What is said of anything that was thrown. */
export const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
