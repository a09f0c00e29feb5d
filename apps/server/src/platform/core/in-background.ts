export interface ErrorLog {
  error(info: object, message: string): void
}

/** Work that nobody waits for: its failure is logged with this message, such as "could not deliver commands". */
export function inBackground(log: ErrorLog, failure: string, work: Promise<unknown>, ids: object = {}): void {
  work.catch((error: unknown) => log.error({ err: error, ...ids }, failure))
}
