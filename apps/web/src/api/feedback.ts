import { proofRequiredCode } from '@fleetdeck/contract/endpoint'
import type { ModalFuncProps } from 'antd'
import type { useAppProps } from 'antd/es/app/context'
import { create } from 'zustand'
import { toastSeconds } from '../ground/constants.ts'
import { text } from '../ground/language.ts'
import { reportError } from '../ground/report-error.ts'
import { CallError, isOutage } from './call-error.ts'

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

type Show = (parts: useAppProps) => unknown
/** Shows something as soon as it can be shown; nobody waits for it. */
function display(show: Show): void {
  feedback().then(show).catch(reportError)
}

export const showSuccess = (msg: string) => display(({ message }) => message.success(msg, toastSeconds))
export const showWarning = (msg: string) => display(({ message }) => message.warning(msg, toastSeconds))
/** A failure with the same key replaces the one before. */
export const showFailure = (msg: string, key = msg) =>
  display(({ message }) => message.error({ key, content: msg, duration: toastSeconds }))

/** A question in the middle of the page; resolves with the answer. */
export const ask = async (question: ModalFuncProps): Promise<boolean> =>
  (await feedback()).modal.confirm(question)

/** Before what was typed is thrown away: Enter keeps it. */
export const askToDiscard = () =>
  ask({
    title: text('table.discardTitle'),
    okText: text('table.discard'),
    cancelText: text('table.keepEditing'),
    autoFocusButton: 'cancel',
    okType: 'default',
    okButtonProps: { danger: true },
    cancelButtonProps: { type: 'primary' },
  })

/** The text that "copy details" copies. */
export function formatDetails(error: unknown): string {
  const lines = [new Date().toISOString(), location.href]
  if (error instanceof CallError) lines.push(`${error.callName} → ${error.code}`, error.message)
  else if (error instanceof Error) lines.push(error.stack ?? error.message)
  else lines.push(String(error))
  return lines.join('\n')
}

/** Refusals explained by the server, or mapped; any other code is a notification, see docs/decisions/009. */
const explainedCodes = [-1, 401, 403, 404, 413, proofRequiredCode, -401]

/** Errors that were shown; each is shown once, wherever it is caught. */
const shownErrors = new WeakSet<object>()

export const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/**
 * Shows a failed call once: a message for 3 s, or a notification with details if unexpected. Aborted calls are no
 * failure. All failures of an outage are one message.
 */
export function showError(error: unknown): void {
  if (isAbort(error)) return
  if (error instanceof Error) {
    if (shownErrors.has(error)) return
    shownErrors.add(error)
  }
  const msg = error instanceof CallError ? error.message : text('error.unexpected')
  if (isOutage(error)) showFailure(msg, 'outage')
  else if (error instanceof CallError && explainedCodes.includes(error.code)) showFailure(msg)
  else display(({ notification }) => notification.error({ key: msg, title: msg, ...unexpectedParts(error) }))
}

/** For work that nobody waits for: its failure is shown. */
export function inBackground(work: unknown): void {
  Promise.resolve(work).catch(showError)
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
