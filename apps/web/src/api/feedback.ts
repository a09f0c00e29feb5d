import type { ModalFuncProps } from 'antd'
import type { useAppProps } from 'antd/es/app/context'
import { create } from 'zustand'
import { toastSeconds } from '../ground/constants.ts'
import { text } from '../ground/language.ts'
import { CallError } from './call-error.ts'

/** Whether the root of the app loads antd's message, notification and modal: when idle, or when needed. */
export const useFeedbackState = create(() => ({ isWanted: false }))
export const loadFeedback = () => useFeedbackState.setState({ isWanted: true })

let provide: (parts: useAppProps) => void
const waiting = () =>
  new Promise<useAppProps>((resolve) => {
    provide = resolve
  })
let provided = waiting()
/**
 * Called by the root of the app with antd's message, notification and modal in the current theme.
 * @returns a function that takes them back when they unmount
 */
export function provideFeedback(parts: useAppProps): () => void {
  provide(parts)
  return () => {
    provided = waiting()
  }
}

export function feedback(): Promise<useAppProps> {
  loadFeedback()
  return provided
}

export const showSuccess = async (msg: string) => void (await feedback()).message.success(msg, toastSeconds)
export const showWarning = async (msg: string) => void (await feedback()).message.warning(msg, toastSeconds)
export const showFailure = async (msg: string) =>
  void (await feedback()).message.error({ key: msg, content: msg, duration: toastSeconds })

/** A question in the middle of the page; resolves with the answer. */
export const ask = async (question: ModalFuncProps): Promise<boolean> =>
  (await feedback()).modal.confirm(question)

/** The text that "copy details" copies. */
export function formatDetails(error: unknown): string {
  const lines = [new Date().toISOString(), location.href]
  if (error instanceof CallError) lines.push(`${error.callName} → ${error.code}`, error.message)
  else if (error instanceof Error) lines.push(error.stack ?? error.message)
  else lines.push(String(error))
  return lines.join('\n')
}

/** Refusals explained by the server, and a missing connection; any other error is worth a report. */
const isExpected = (error: unknown) =>
  error instanceof CallError && (error.kind !== 'server' || [-1, 401, 403, 404, -401].includes(error.code))

/**
 * Shows a failed call once: a message for 3 s, or a notification with details if unexpected. Aborted calls are no
 * failure.
 */
export async function showError(error: unknown): Promise<void> {
  if (error instanceof Error && error.name === 'AbortError') return
  const msg = error instanceof CallError ? error.message : text('error.unexpected')
  if (isExpected(error)) return showFailure(msg)
  const { notification } = await feedback()
  notification.error({ key: msg, title: msg, ...unexpectedParts(error) })
}

/** Shows a failed call and rethrows the error. */
export async function shown<T>(calling: Promise<T>): Promise<T> {
  try {
    return await calling
  } catch (error) {
    showError(error)
    throw error
  }
}

let unexpectedParts: (error: unknown) => object = () => ({})
/** The shell provides the "copy details" button, so that this file needs no components. */
export function provideErrorParts(given: (error: unknown) => object) {
  unexpectedParts = given
}
