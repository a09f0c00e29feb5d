export interface ErrorLog {
  error(info: object, message: string): void
}

/** Work that nobody waits for: its failure is logged under this name. */
export function inBackground(log: ErrorLog, name: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => log.error({ err: error }, name))
}
