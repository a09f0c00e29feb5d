import type { useAppProps } from 'antd/es/app/context'
import { text } from '../app/language.ts'
import { CallError } from './call-error.ts'
import { toastSeconds } from './constants.ts'

/** antd's message, notification and modal inside the present theme; set by the root of the app. */
let parts: useAppProps | undefined
export function provideFeedback(given: useAppProps) {
  parts = given
}

export const showSuccess = (msg: string) => parts?.message.success(msg, toastSeconds)
export const showWarning = (msg: string) => parts?.message.warning(msg, toastSeconds)
export const showFailure = (msg: string) =>
  parts?.message.error({ key: msg, content: msg, duration: toastSeconds })

/** What "copy details" puts on the clipboard. */
export function detailsOf(error: unknown): string {
  const lines = [new Date().toISOString(), location.href]
  if (error instanceof CallError) lines.push(`${error.callName} → ${error.code}`, error.message)
  else if (error instanceof Error) lines.push(error.stack ?? error.message)
  else lines.push(String(error))
  return lines.join('\n')
}

/** Refusals that the server explains, and a missing connection; anything else is worth a report. */
const isExpected = (error: unknown) =>
  error instanceof CallError && (error.kind !== 'server' || [-1, 401, 403, 404, -401].includes(error.code))

/**
 * Shows a failed call once: a message of 3 s, or for the unexpected a notification with its details.
 * Calls that were given up on purpose are no failure.
 */
export function showError(error: unknown) {
  if (error instanceof Error && error.name === 'AbortError') return
  const msg = error instanceof CallError ? error.message : text('error.unexpected')
  if (isExpected(error)) showFailure(msg)
  else parts?.notification.error({ key: msg, title: msg, ...unexpectedParts(error) })
}

/** Shows how a call failed and passes the failure on. */
export async function shown<T>(calling: Promise<T>): Promise<T> {
  try {
    return await calling
  } catch (error) {
    showError(error)
    throw error
  }
}

let unexpectedParts: (error: unknown) => object = () => ({})
/** The shell hands in the "copy details" button, so that this file needs no components. */
export function provideErrorParts(given: (error: unknown) => object) {
  unexpectedParts = given
}
