/** The displayed text of any thrown value. */
export const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
