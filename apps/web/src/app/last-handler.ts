import { CallError } from '../api/call-error.ts'
import { isAbort, showError } from '../api/feedback.ts'
import { reportError } from '../ground/report-error.ts'

/** antd has marked the fields of a form that is not valid. */
const isInvalidForm = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errorFields' in error

/** Failed calls are shown, unless they were; other errors go to the browser's console, each once. */
function handleRest(error: unknown) {
  if (error instanceof CallError) showError(error)
  else if (!isAbort(error) && !isInvalidForm(error)) reportError(error)
}

/** Handles what nobody caught: rejected promises, and errors outside of rendering. The page stays as it is. */
export function catchRest() {
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    handleRest(event.reason)
  })
  window.addEventListener('error', (event) => {
    // Files that could not be loaded, and notes of the browser, have no error.
    if (!event.error) return
    event.preventDefault()
    handleRest(event.error)
  })
}
