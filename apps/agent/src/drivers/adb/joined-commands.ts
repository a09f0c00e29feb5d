const border = '==fleetdeck=='

/**
 * One line for all of them: each call costs the phone a process. Errors are not printed, so that a command that the
 * phone lacks has an empty output.
 */
export const joinCommands = (commands: readonly string[]): string =>
  commands.map((command) => `${command} 2>/dev/null`).join(`; echo ${border}; `)

/** In the order of the commands; those that were not reached are missing. */
export const splitOutputs = (stdout: string): string[] => stdout.split(border)
