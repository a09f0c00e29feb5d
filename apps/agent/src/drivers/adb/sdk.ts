/** The API level since which phones have the program `cmd`. */
export const sdkOfCmd = 24

/** The API level since which Android lets its sound be captured. */
export const sdkOfSound = 30

/** Whether a phone is known to be older than an API level. The level of some phones is unknown: theirs is 0. */
export const isBefore = (sdk: number, level: number): boolean => sdk > 0 && sdk < level
